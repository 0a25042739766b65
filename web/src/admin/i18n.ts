// The texts of the pages that manage the service beside those of all pages; in every language, fetched with the first of these pages.
import { useMemo } from 'react';
import { type Language, useI18n } from '../lib/i18n.tsx';
import { deAdmin } from '../messages/de-admin.ts';
import { type AdminMessages, enAdmin } from '../messages/en-admin.ts';

const texts: Record<Language, AdminMessages> = { en: enAdmin, de: deAdmin };

/** As `useI18n`, with the texts of these pages under `t.admin`. */
export function useAdminI18n() {
  const i18n = useI18n();
  return useMemo(() => ({ ...i18n, t: { ...i18n.t, admin: texts[i18n.language] } }), [i18n]);
}

export type AdminTexts = ReturnType<typeof useAdminI18n>['t'];
