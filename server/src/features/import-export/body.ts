// The bodies an import comes in: the file itself, JSON that wraps it, or a form with one file. They are taken as bytes: what
// is in them is read in slices later, not by the parser of the framework.
import type { Readable } from 'node:stream';
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

const tooLarge = () => new HttpError(413, `The file is larger than ${IMPORT_LIMIT / 1024 / 1024} MiB`);

/**
 * All bytes of a stream, in memory that can be given back the moment it is not needed any more (`resize`), where a buffer of
 * that size would stay for as long as the process.
 * @throws HttpError 413 when there are more than the limit, 400 when they stop half-way
 */
async function collect(stream: Readable): Promise<ArrayBuffer> {
  const bytes = new ArrayBuffer(0, { maxByteLength: IMPORT_LIMIT });
  try {
    for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
      const end = bytes.byteLength;
      if (end + chunk.length > IMPORT_LIMIT) throw tooLarge();
      bytes.resize(end + chunk.length);
      new Uint8Array(bytes).set(chunk, end);
    }
    return bytes;
  } catch (error) {
    throw error instanceof HttpError ? error : badRequest('The file ends before its end was announced');
  }
}

async function readBody({ headers }: FastifyRequest, payload: Readable): Promise<ArrayBuffer> {
  if (Number(headers['content-length']) > IMPORT_LIMIT) throw tooLarge();
  return collect(payload);
}

/** Makes this scope take the bodies of imports, and nothing else. */
export async function registerImportBodies(scope: App): Promise<void> {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(rawTypes, readBody);
  await scope.register(multipart, { limits: { fileSize: IMPORT_LIMIT, files: 1, fields: 10, parts: 11 } });
}

function decodeAndRelease(bytes: ArrayBuffer): Decoded {
  try {
    return decodeText(new Uint8Array(bytes));
  } finally {
    bytes.resize(0);
  }
}

export interface Upload extends Decoded {
  format?: Format;
}

/**
 * The text that was sent, and its format where the sender says so.
 * @throws HttpError 400 when there is none, 413 when it is too large
 */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  const bytes = request.isMultipart() ? await readFile(request) : readBytes(request.body);
  const decoded = decodeAndRelease(bytes);
  const isJson = /^application\/json\b/i.test(request.headers['content-type'] ?? '');
  return (isJson && unwrap(decoded)) || decoded;
}

function readBytes(body: unknown): ArrayBuffer {
  if (!(body instanceof ArrayBuffer)) throw badRequest('The file is empty');
  return body;
}

async function readFile(request: FastifyRequest): Promise<ArrayBuffer> {
  try {
    const file = await request.file();
    if (!file) throw badRequest('The form has no file');
    const bytes = await collect(file.file);
    if (file.file.truncated) throw tooLarge();
    return bytes;
  } catch (error) {
    if (error instanceof HttpError) throw error;
    throw badRequest(`The form cannot be read: ${(error as Error).message}`);
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
