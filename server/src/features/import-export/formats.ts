// Which format a catalogue file has is found out from its content.
import { openCsv, findDelimiter } from './csv.ts';
import { openJson } from './json.ts';
import type { Format, Source } from './source.ts';
import { openYaml } from './yaml.ts';

const YAML_START = /^(-(\s|$)|---|%YAML|([^\s,;\t"'[{][^,;\t"]*|"[^"]*"\s*|'[^']*'\s*):(\s|$))/;

function detectFormat(text: string): Format {
  const firstLine = /^(?:\s*(?:#.*)?\r?\n)*[^\S\n]*([^\r\n]{0,2000})/.exec(text)?.[1] ?? '';
  if (/^[[{]/.test(firstLine)) return 'json';
  if (findDelimiter(text).known >= 2) return 'csv';
  return YAML_START.test(firstLine) ? 'yaml' : 'csv';
}

/**
 * Opens the text of a catalogue.
 * @throws HttpError 400 when the text as a whole cannot be read as a catalogue
 */
export async function openSource(text: string, format: Format = detectFormat(text)): Promise<Source> {
  if (format === 'json') return openJson(text);
  return format === 'yaml' ? openYaml(text) : openCsv(text);
}
