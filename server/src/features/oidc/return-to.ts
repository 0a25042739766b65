// Where people land after signing in: a page of this service, or its front page.
const HOME = '/';
const MAX_LENGTH = 2048;
const MAX_DECODINGS = 10;
// Never resolved by anybody: stands for whatever origin the service is reached under.
const ORIGIN = 'http://toolscore.invalid';
// oxlint-disable-next-line no-control-regex -- what must not be in a path is exactly what this pattern is about
const UNSAFE = /[\\\p{Cc}\p{Cf}]/u;

/** Whether a browser takes the text for a page of the origin it is on, and no part of it for a host. */
function staysHere(path: string): boolean {
  if (!path.startsWith('/') || UNSAFE.test(path)) return false;
  if (path.startsWith('//') || !URL.canParse(path, ORIGIN)) return false;
  const { origin, pathname } = new URL(path, ORIGIN);
  // `/.//host` resolves to the path `//host`, which whoever follows it next takes for a host. No page is under /api.
  return origin === ORIGIN && !pathname.startsWith('//') && !/^\/api(\/|$)/.test(pathname);
}

/** The text after one more percent-decoding; undefined when it is not encoded, or not well. */
function decoded(text: string): string | undefined {
  try {
    const plain = decodeURIComponent(text);
    return plain === text ? undefined : plain;
  } catch {
    return undefined;
  }
}

/**
 * The path to return to after signing in, in ASCII; `/` for anything that could lead elsewhere: other origins, `//host`,
 * backslashes, control characters, their percent-encoded forms however often encoded, and the API itself.
 */
export function safeReturnTo(value: unknown): string {
  if (typeof value !== 'string' || value.length > MAX_LENGTH || !value.isWellFormed() || !staysHere(value)) return HOME;
  const { pathname, search, hash } = new URL(value, ORIGIN);
  let path: string | undefined = pathname;
  for (let round = 0; path !== undefined; round += 1) {
    if (round === MAX_DECODINGS || !staysHere(path)) return HOME;
    path = decoded(path);
  }
  return pathname + search + hash;
}
