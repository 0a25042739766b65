// The one page this feature shows: that signing in did not work. Small, in itself complete, without scripts.
const styles = `
:root{color-scheme:light dark;--ink:#1c2430;--soft:#5a6675;--paper:#f6f7f9;--card:#fff;--line:#d9dee5;--link:#1d4ed8}
@media(prefers-color-scheme:dark){:root{--ink:#e8ecf1;--soft:#a3afbd;--paper:#12161c;--card:#1b2129;--line:#323b47;--link:#8fb4ff}}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{box-sizing:border-box;width:min(32rem,calc(100% - 2rem));margin:1rem;padding:2rem;background:var(--card);border:1px solid var(--line);border-radius:12px}
h1{margin:0 0 .5rem;font-size:1.375rem}p{margin:0 0 1rem}small{color:var(--soft);font-size:.875rem}
a{display:inline-block;margin-right:1.25rem;padding:.5rem 0;color:var(--link)}a:focus-visible{outline:2px solid;outline-offset:2px}
code{overflow-wrap:anywhere}`;

/** Nothing but its own style: no script, image, form or frame. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');

/** The page: what happened in words for the visitor, how to go on, and the reference that the log has too. */
export function failurePage({
  title,
  explanation,
  reference,
  returnTo,
}: {
  title: string;
  explanation: string;
  reference: string;
  returnTo: string;
}): string {
  const again = `/api/auth/oidc/login?returnTo=${encodeURIComponent(returnTo)}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>${escape(title)}</title>
<style>${styles}</style>
</head>
<body>
<main>
<h1>${escape(title)}</h1>
<p>${escape(explanation)}</p>
<p><a href="${escape(again)}">Try again</a><a href="/">Go to the catalogue</a></p>
<small>For your administrator: the log has the details under reference <code>${escape(reference)}</code>.</small>
</main>
</body>
</html>
`;
}
