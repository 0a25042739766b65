// Passwords as argon2id digests in PHC string format, with the parameters OWASP's password storage cheat sheet names first.
import { argon2, type Argon2Parameters, randomBytes, timingSafeEqual } from 'node:crypto';
import { badRequest } from '../../errors.ts';

const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const TAG_BYTES = 32;
const SALT_BYTES = 16;
const MAX_BYTES = 1024;

const compute = (parameters: Argon2Parameters) =>
  new Promise<Buffer>((resolve, reject) => {
    argon2('argon2id', parameters, (error, tag) => (error ? reject(error) : resolve(tag)));
  });

const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/** The digest of a password with a salt of its own. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(SALT_BYTES);
  const tag = await compute({
    message: Buffer.from(password),
    nonce,
    memory: MEMORY_KIB,
    passes: PASSES,
    parallelism: LANES,
    tagLength: TAG_BYTES,
  });
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${encode(nonce)}$${encode(tag)}`;
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;
/** Well-formed, and the digest of no password: stands in for users who do not exist or have no password. */
const nobody = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${encode(Buffer.alloc(SALT_BYTES))}$${encode(Buffer.alloc(TAG_BYTES))}`;

/** Whether the password is that of the digest; takes the same time without one, so that an answer tells no names. */
export async function verifyPassword(password: string, digest: string | null | undefined): Promise<boolean> {
  const [, memory, passes, lanes, salt, tag] = PHC.exec(digest ?? nobody) ?? PHC.exec(nobody) ?? [];
  const expected = Buffer.from(tag ?? '', 'base64');
  const actual = await compute({
    message: Buffer.from(password),
    nonce: Buffer.from(salt ?? '', 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(lanes),
    tagLength: expected.length,
  });
  return timingSafeEqual(actual, expected) && digest !== null && digest !== undefined;
}

/**
 * Schemas count characters; what is hashed is bytes.
 * @throws HttpError 400 naming the field
 */
export function checkPasswordSize(field: string, password: string): void {
  if (Buffer.byteLength(password) > MAX_BYTES) throw badRequest(`${field} must have at most ${MAX_BYTES} bytes`);
}
