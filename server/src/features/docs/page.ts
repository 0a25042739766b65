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
    `<h3><span class="method">${method.toUpperCase()}</span> ${escape(path)}</h3>`,
    `<p>${escape(operation.summary)}. ${escape(operation.description).replace(/`(.+?)`/g, '<code>$1</code>')} ${code(operation.operationId)}</p>`,
    table(['Parameter', 'In', 'Type', 'Required', 'Rules'], parameters),
    operation.requestBody ? `<p>Body: ${bodyOf(operation.requestBody.content)}</p>` : '',
    table(['Status', 'Body', 'Meaning'], answers),
    '</section>',
  ]);
}

const style = `
:root { color-scheme: light dark; --line: light-dark(#d9dce1, #33373f); --soft: light-dark(#f4f5f7, #1b1e24); --link: light-dark(#3a3fb8, #a5a8ff); }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; background: light-dark(#fff, #111317); color: light-dark(#16181d, #e8eaee); }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 6rem; }
a { color: var(--link); } h1 { margin: 0; } h2 { margin-top: 3rem; } h3 { margin: 0 0 .5rem; font: 600 1rem/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
section { border-top: 1px solid var(--line); padding: 1.5rem 0; } .method { color: var(--link); }
code { background: var(--soft); padding: .1em .3em; border-radius: .25rem; font-size: .9em; overflow-wrap: anywhere; }
.wide { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-size: .9rem; margin: .75rem 0; }
th, td { text-align: left; vertical-align: top; padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); }
nav ul { columns: 16rem; padding-left: 1.2rem; }`;

/** The whole page. */
export function renderReference({ info, servers, paths, components }: Description): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method,
      path: `${servers[0]?.url ?? ''}${path}`,
      operation,
    })),
  );
  const links = operations.map(
    ({ operation }) => `<li><a href="#${escape(operation.operationId)}">${escape(operation.operationId)}</a></li>`,
  );
  const shapes = Object.entries(components.schemas).map(([name, schema]) =>
    joined([
      `<section id="${escape(name)}"><h3>${escape(name)}</h3>`,
      table(['Field', 'Type', 'Required', 'Rules'], fieldRows(schema)),
      '</section>',
    ]),
  );
  return joined([
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<title>${escape(info.title)} API</title><style>${style}</style></head><body><main>`,
    `<h1>${escape(info.title)} API ${escape(info.version)}</h1><p>${escape(info.description)}</p>`,
    '<p>Every error is <code>{"error": "…"}</code>. What changes something carries the token of <a href="#getCsrfToken">getCsrfToken</a>',
    'in <code>X-CSRF-Token</code>. For programs: <a href="openapi.json">openapi.json</a>.</p>',
    `<nav aria-label="Operations"><h2>Operations</h2><ul>${links.join('')}</ul></nav>`,
    ...operations.map(({ method, path, operation }) => operationSection(method, path, operation)),
    '<h2>Shapes</h2>',
    ...shapes,
    '</main></body></html>',
  ]);
}
