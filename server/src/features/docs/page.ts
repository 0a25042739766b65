// The API reference as one page of HTML without scripts, made from the OpenAPI description.

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  description?: string;
  [rule: string]: unknown;
}
interface Parameter {
  name: string;
  in: string;
  required: boolean;
  schema: Schema;
}
interface Operation {
  operationId: string;
  summary: string;
  description: string;
  parameters: Parameter[];
  requestBody?: { content: Record<string, { schema?: Schema }> };
  responses: Record<string, { description: string; content?: Record<string, { schema?: Schema }> }>;
}
export interface Description {
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? '');
const code = (text: string) => `<code>${escape(text)}</code>`;
const joined = (parts: string[]) => parts.join('\n');

const shown = ['minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems', 'pattern', 'format', 'default'];

/** A type in a few words; shapes that have a name are links to it. */
function typeOf(schema: Schema): string {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return `<a href="#${escape(name)}">${escape(name)}</a>`;
  }
  if (schema.enum) return schema.enum.map((value) => code(String(value))).join(' | ');
  if (schema.items) return `array of ${typeOf(schema.items)}`;
  if (schema.properties) return 'object';
  return escape([schema.type ?? 'anything'].flat().join(' or '));
}

function rulesOf(schema: Schema): string {
  const rules = shown
    .filter((rule) => schema[rule] !== undefined)
    .map((rule) => `${rule} ${code(String(schema[rule]))}`);
  return [schema.description && escape(schema.description), rules.join(', ')].filter(Boolean).join('. ');
}

function table(head: string[], rows: string[][]): string {
  if (rows.length === 0) return '';
  const cells = (tag: string, values: string[]) => values.map((value) => `<${tag}>${value}</${tag}>`).join('');
  const body = rows.map((row) => `<tr>${cells('td', row)}</tr>`);
  return `<div class="wide" tabindex="0" role="group" aria-label="${escape(head.join(', '))}"><table><thead><tr>${cells('th', head)}</tr></thead><tbody>${body.join('')}</tbody></table></div>`;
}

function fieldRows({ properties = {}, required = [] }: Schema): string[][] {
  return Object.entries(properties).map(([name, schema]) => [
    code(name),
    typeOf(schema),
    required.includes(name) ? 'yes' : '',
    rulesOf(schema),
  ]);
}

function bodyOf(content: Record<string, { schema?: Schema }>): string {
  return Object.entries(content)
    .map(([type, { schema }]) => `${code(type)}${schema && Object.keys(schema).length > 0 ? ` ${typeOf(schema)}` : ''}`)
    .join(', ');
}

function operationSection(method: string, path: string, operation: Operation): string {
  const parameters = operation.parameters.map((parameter) => [
    code(parameter.name),
    escape(parameter.in),
    typeOf(parameter.schema),
    parameter.required ? 'yes' : '',
    rulesOf(parameter.schema),
  ]);
  const answers = Object.entries(operation.responses).map(([status, { description, content }]) => [
    code(status),
    content ? bodyOf(content) : '',
    escape(description),
  ]);
  return joined([
    `<section id="${escape(operation.operationId)}">`,
    `<h3><span class="method ${method}">${method}</span> ${escape(path)}</h3>`,
    `<p>${escape(operation.summary)}. ${escape(operation.description).replace(/`(.+?)`/g, '<code>$1</code>')} ${code(operation.operationId)}</p>`,
    table(['Parameter', 'In', 'Type', 'Required', 'Rules'], parameters),
    operation.requestBody ? `<p>Body: ${bodyOf(operation.requestBody.content)}</p>` : '',
    table(['Status', 'Body', 'Meaning'], answers),
    '</section>',
  ]);
}

/** The parts of the list of operations, by the first segment of their paths; what is in none of them belongs to the last. */
const parts: [string, string[]][] = [
  ['Catalogue', ['tools', 'categories', 'features', 'tags', 'compare']],
  ['Figures', ['analytics']],
  ['Sign-in and account', ['auth']],
  ['Costs and relations', ['costs', 'relations']],
  ['Administration', ['users', 'audit-logs', 'admin']],
  ['Service', []],
];
const partOf = (path: string) => {
  const segment = path.split('/')[1] ?? '';
  return parts.findIndex(([, segments]) => segments.includes(segment) || segments.length === 0);
};

interface Listed {
  method: string;
  path: string;
  operation: Operation;
}

function index(operations: readonly Listed[]): string {
  const lists = parts.map(([title], part) => {
    const items = operations
      .filter(({ path }) => partOf(path) === part)
      .map(
        ({ method, operation: { operationId: id } }) =>
          `<li><a href="#${escape(id)}"><span class="method ${method}">${method}</span> ${escape(id)}</a></li>`,
      );
    return `<h2>${title}</h2><ul>${items.join('')}</ul>`;
  });
  return `<nav aria-label="Operations">${joined(lists)}<h2><a href="#shapes">Shapes</a></h2></nav>`;
}

const style = `
:root { color-scheme: light dark; scroll-behavior: smooth; --line: light-dark(#e3e5e9, #2a2f39); --soft: light-dark(#f2f3f5, #1e222a); --muted: light-dark(#585e6b, #a3abb9); --link: light-dark(#4a4fd0, #a3a8ff); --good: light-dark(#1a6b3c, #7fd6a2); --warm: light-dark(#a14f0b, #f0b37e); --danger: light-dark(#b3261e, #ff9d94); }
@media (prefers-reduced-motion: reduce) { :root { scroll-behavior: auto; } }
body { margin: 0; font: 15px/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; background: light-dark(#fbfbfc, #0f1115); color: light-dark(#16181d, #eceef2); }
header, main { box-sizing: border-box; max-width: 64rem; min-width: 0; padding: 1.5rem 1rem 0; } main { padding-bottom: 6rem; }
a { color: var(--link); text-underline-offset: .2em; } h1 { margin: 0; letter-spacing: -.02em; } h2 { margin: 3rem 0 1rem; letter-spacing: -.01em; }
main h3 { margin: 0 0 .5rem; font: 600 1rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
section { border-top: 1px solid var(--line); padding: 1.75rem 0; scroll-margin-top: 1rem; } section p { margin: .25rem 0; color: var(--muted); }
section:target { box-shadow: -1rem 0 0 -.8rem var(--link); }
.method { font: 600 .75rem/1.6 ui-monospace, monospace; text-transform: uppercase; color: var(--link); }
.post { color: var(--good); } .put, .patch { color: var(--warm); } .delete { color: var(--danger); }
h3 .method { font-size: .85rem; }
code { background: var(--soft); color: light-dark(#16181d, #eceef2); padding: .1em .35em; border-radius: .3rem; font-size: .9em; overflow-wrap: anywhere; }
.wide { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-size: .875rem; margin: .75rem 0; }
th, td { text-align: left; vertical-align: top; padding: .45rem 1rem .45rem 0; border-bottom: 1px solid var(--line); } th { color: var(--muted); font-weight: 500; }
nav { padding: 1.5rem 1rem; font-size: .875rem; } nav h2 { margin: 1.25rem 0 .25rem; font-size: .875rem; letter-spacing: 0; } nav ul { list-style: none; margin: 0; padding: 0; columns: 14rem; }
nav li a { display: flex; gap: .6rem; padding: .15rem 0; color: inherit; text-decoration: none; overflow-wrap: anywhere; } nav li a:hover { color: var(--link); text-decoration: underline; } nav .method { width: 3.2rem; flex: none; }
@media (min-width: 64rem) {
  body { display: grid; grid-template-columns: 19rem minmax(0, 1fr); } header, main { grid-column: 2; padding-inline: 3rem; } body { grid-template-rows: auto 1fr; }
  nav { grid-row: 1 / 3; grid-column: 1; position: sticky; top: 0; box-sizing: border-box; height: 100vh; overflow-y: auto; border-right: 1px solid var(--line); padding: 1.5rem; } nav ul { columns: auto; }
}
@media print { nav { display: none; } body { display: block; } }`;

/** The whole page. */
export function renderReference({ info, servers, paths, components }: Description): string {
  const operations = Object.entries(paths)
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ method, path, operation })))
    .toSorted((a, b) => partOf(a.path) - partOf(b.path));
  const base = servers[0]?.url ?? '';
  const shapes = Object.entries(components.schemas).map(([name, schema]) =>
    joined([
      `<section id="${escape(name)}"><h3>${escape(name)}</h3>`,
      table(['Field', 'Type', 'Required', 'Rules'], fieldRows(schema)),
      '</section>',
    ]),
  );
  const sections = parts.map(([title], part) =>
    joined([
      `<h2>${title}</h2>`,
      ...operations
        .filter(({ path }) => partOf(path) === part)
        .map(({ method, path, operation }) => operationSection(method, `${base}${path}`, operation)),
    ]),
  );
  return joined([
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    `<title>${escape(info.title)} API</title><style>${style}</style></head><body>`,
    `<header><p><a href="/">← Toolscore</a></p><h1>${escape(info.title)} API ${escape(info.version)}</h1><p>${escape(info.description)}</p>`,
    '<p>Every error is <code>{"error": "…"}</code>. What changes something carries the token of <a href="#getCsrfToken">getCsrfToken</a>',
    'in <code>X-CSRF-Token</code>. For programs: <a href="openapi.json">openapi.json</a>.</p></header>',
    index(operations),
    '<main>',
    ...sections,
    '<h2 id="shapes">Shapes</h2>',
    ...shapes,
    '</main></body></html>',
  ]);
}
