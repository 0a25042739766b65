// Draws a component with what every page has around it: language and query cache.
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { queryClient } from '../src/lib/api.ts';
import { I18nProvider } from '../src/lib/i18n.tsx';

export const draw = (content: ReactNode) =>
  render(
    <I18nProvider>
      <QueryClientProvider client={queryClient}>{content}</QueryClientProvider>
    </I18nProvider>,
  );
