// From the bytes of a file to its text: UTF-8, UTF-16 with a byte order mark, or what old spreadsheet programs write.
import { badRequest } from '../../errors.ts';

export type Encoding = 'utf-8' | 'utf-16' | 'windows-1252';
export interface Decoded {
  text: string;
  encoding: Encoding;
}

/** Bytes that Windows-1252 leaves undefined, and control characters no text has: what contains them is something else. */
// oxlint-disable-next-line no-control-regex -- control characters are exactly what this pattern is about
const NOT_WINDOWS_1252 = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u0081\u008d\u008f\u0090\u009d]/;

function decode(bytes: Uint8Array): Decoded {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) {
    return { text: new TextDecoder('utf-16le', { fatal: true }).decode(bytes), encoding: 'utf-16' };
  }
  if (bytes[0] === 0xfe && bytes[1] === 0xff) {
    return { text: new TextDecoder('utf-16be', { fatal: true }).decode(bytes), encoding: 'utf-16' };
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' };
  } catch {
    const text = new TextDecoder('windows-1252').decode(bytes);
    if (NOT_WINDOWS_1252.test(text)) throw new Error('no known encoding');
    return { text, encoding: 'windows-1252' };
  }
}

/**
 * The text of a file, without its byte order mark.
 * @throws HttpError 400 when it is empty, is no text in a known encoding, or contains NUL characters
 */
export function decodeText(bytes: Uint8Array): Decoded {
  let decoded: Decoded;
  try {
    decoded = decode(bytes);
  } catch {
    throw badRequest('The file is not text in UTF-8, UTF-16 or Windows-1252; save it as UTF-8 and try again');
  }
  checkText(decoded.text);
  return decoded;
}

/**
 * What no catalogue may be, in whatever way its text came.
 * @throws HttpError 400 when it is empty or contains NUL characters
 */
export function checkText(text: string): void {
  const nul = text.indexOf('\0');
  if (nul !== -1) throw badRequest(`line ${countLines(text, 0, nul) + 1} contains a NUL character`);
  if (!/\S/.test(text)) throw badRequest('The file is empty');
}

/** Line ends in that part of the text. */
export function countLines(text: string, start: number, end: number, newline = '\n'): number {
  // Looking in the whole text would, where no line end follows, read it to its end for every row.
  const part = text.slice(start, end);
  let lines = 0;
  for (let at = part.indexOf(newline); at !== -1; at = part.indexOf(newline, at + 1)) lines += 1;
  return lines;
}
