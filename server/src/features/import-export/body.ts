// The bodies an import comes in: the file itself, JSON that wraps it, or a form with one file. They are taken as bytes: what
// is in them is read in slices later, not by the parser of the framework.
import multipart from '@fastify/multipart';
import { importFormats } from '@toolscore/contract/schemas';
import type { FastifyRequest } from 'fastify';
import type { App } from '../../app.ts';
import { badRequest, HttpError } from '../../errors.ts';
import { checkText, decodeText, type Decoded } from './decode.ts';
import type { Format } from './source.ts';

/** Largest file, and largest body, in bytes. */
export const IMPORT_LIMIT = 20 * 1024 * 1024;

const rawTypes = [
  'application/json',
  'application/jsonl',
  'application/x-ndjson',
  'application/yaml',
  'application/x-yaml',
  'text/csv',
  'text/plain',
  'text/yaml',
];

/** Makes this scope take the bodies of imports, and nothing else. */
export async function registerImportBodies(scope: App): Promise<void> {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(rawTypes, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  await scope.register(multipart, { limits: { fileSize: IMPORT_LIMIT, files: 1, fields: 10, parts: 11 } });
}

export interface Upload extends Decoded {
  format?: Format;
}

/**
 * The text that was sent, and its format where the sender says so.
 * @throws HttpError 400 when there is none, 413 when it is too large
 */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  const decoded = decodeText(request.isMultipart() ? await readFile(request) : readBytes(request.body));
  // The bytes have served their turn; the request, which outlives the import, would keep them.
  request.body = undefined;
  const isJson = /^application\/json\b/i.test(request.headers['content-type'] ?? '');
  return (isJson && unwrap(decoded)) || decoded;
}

function readBytes(body: unknown): Uint8Array {
  if (!(body instanceof Uint8Array)) throw badRequest('The file is empty');
  return body;
}

async function readFile(request: FastifyRequest): Promise<Uint8Array> {
  try {
    const file = await request.file();
    if (!file) throw badRequest('The form has no file');
    return await file.toBuffer();
  } catch (error) {
    if (error instanceof HttpError) throw error;
    const { statusCode, message } = error as { statusCode?: number; message: string };
    if (statusCode === 413) throw new HttpError(413, `The file is larger than ${IMPORT_LIMIT / 1024 / 1024} MiB`);
    throw badRequest(`The form cannot be read: ${message}`);
  }
}

const WRAPPER = /^\s*\{\s*"(content|format)"\s*:/;

/** The content of `{content, format?}`; undefined for anything else, such as a catalogue. */
function unwrap({ text, encoding }: Decoded): Upload | undefined {
  if (!WRAPPER.test(text.slice(0, 1000))) return undefined;
  let body: { content?: unknown; format?: unknown };
  try {
    body = JSON.parse(text);
  } catch {
    throw badRequest('The body is not valid JSON');
  }
  const { content, format } = body;
  if (typeof content !== 'string') throw badRequest('content must be a string');
  const known = importFormats.find((item) => item === format);
  if (format !== undefined && !known) throw badRequest(`format must be one of ${importFormats.join(', ')}`);
  const unmarked = content.replace(/^\ufeff/, '');
  checkText(unmarked);
  return { text: unmarked, encoding, ...(known && { format: known }) };
}
