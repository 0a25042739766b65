// Every page and its address. Browsing is part of the first load; the other pages are fetched when someone heads for them.
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { parseAuditSearch } from './admin/audit-search.ts';
import { parseBrowseSearch } from './catalogue/filters.ts';
import { Shell } from './components/shell.tsx';
import { api } from './lib/api.ts';
import { parseSearch, stringifySearch } from './lib/search-params.ts';
import { BrowsePage } from './routes/browse.tsx';
import { BrokenPage, NotFoundPage } from './routes/not-found.tsx';

const optionalText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/**
 * A page whose code is fetched when needed. Where that fails because the service cannot be reached, the page says so; the
 * router would reload, and leave people at the browser's own error page. Code of an earlier version is another matter: then
 * reloading helps.
 */
const page = <Module extends Record<Name, () => ReactNode>, Name extends string>(
  load: () => Promise<Module>,
  name: Name,
) =>
  lazyRouteComponent(
    () =>
      load().catch(async (cause: unknown) => {
        await api('GET /healthz');
        throw cause;
      }),
    name,
  );

const root = createRootRoute({ component: Shell });

const browse = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: parseBrowseSearch,
  component: BrowsePage,
});

const tool = createRoute({
  getParentRoute: () => root,
  path: '/tools/$toolId',
  component: page(() => import('./routes/tool.tsx'), 'ToolPage'),
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (raw: Record<string, unknown>): { returnTo?: string; error?: string } => ({
    returnTo: optionalText(raw['returnTo']),
    error: optionalText(raw['error']),
  }),
  component: page(() => import('./routes/sign-in.tsx'), 'SignInPage'),
});

/** A page of its own file, fetched when needed. */
const at = <const Path extends string, Module extends Record<Name, () => ReactNode>, Name extends string>(
  path: Path,
  load: () => Promise<Module>,
  name: Name,
) => createRoute({ getParentRoute: () => root, path, component: page(load, name) });

const editing = () => import('./routes/tool-edit.tsx');
const newTool = at('/new-tool', editing, 'NewToolPage');
const editTool = at('/tools/$toolId/edit', editing, 'EditToolPage');
const insights = at('/insights', () => import('./routes/insights.tsx'), 'InsightsPage');
const watchlist = at('/watchlist', () => import('./routes/watchlist.tsx'), 'WatchlistPage');
const account = at('/account', () => import('./routes/account.tsx'), 'AccountPage');
const users = at('/manage/users', () => import('./routes/manage-users.tsx'), 'UsersPage');
const trash = at('/manage/trash', () => import('./routes/manage-trash.tsx'), 'TrashPage');
const importing = at('/manage/import', () => import('./routes/manage-import.tsx'), 'ImportPage');
const costs = at('/manage/costs', () => import('./routes/manage-costs.tsx'), 'CostsPage');
const redundancy = at('/manage/redundancy', () => import('./routes/manage-redundancy.tsx'), 'RedundancyPage');

const compare = createRoute({
  getParentRoute: () => root,
  path: '/compare',
  validateSearch: (raw: Record<string, unknown>): { ids?: string } => ({ ids: optionalText(raw['ids']) }),
  component: page(() => import('./routes/compare.tsx'), 'ComparePage'),
});

const audit = createRoute({
  getParentRoute: () => root,
  path: '/manage/audit',
  validateSearch: parseAuditSearch,
  component: page(() => import('./routes/manage-audit.tsx'), 'AuditPage'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    browse,
    tool,
    editTool,
    newTool,
    compare,
    watchlist,
    insights,
    account,
    signIn,
    users,
    trash,
    audit,
    importing,
    costs,
    redundancy,
  ]),
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultErrorComponent: BrokenPage,
  defaultNotFoundComponent: NotFoundPage,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
