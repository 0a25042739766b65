// How passwords are digested and compared, by themselves.
import { argon2Sync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { checkPasswordSize, hashPassword, verifyPassword } from './passwords.ts';

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replaceAll('=', '');

/** A digest of "correct horse" as another program would have written it, with parameters of its own. */
function foreignDigest(tagLength = 16): string {
  const nonce = Buffer.from('0123456789');
  const message = Buffer.from('correct horse');
  const tag = argon2Sync('argon2id', { message, nonce, memory: 64, passes: 3, parallelism: 2, tagLength });
  return `$argon2id$v=19$m=64,t=3,p=2$${base64(nonce)}$${base64(tag)}`;
}

describe('a digest', () => {
  test('is argon2id with the parameters that OWASP names first, 32 bytes, and a salt of 16 bytes of its own', async () => {
    const [one, two] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
    const form = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$([A-Za-z0-9+/]{22})\$[A-Za-z0-9+/]{43}$/;
    expect(one).toMatch(form);
    expect(form.exec(one)?.[1]).not.toBe(form.exec(two)?.[1]);
    expect([await verifyPassword('correct horse', one), await verifyPassword('correct horse', two)]).toEqual([
      true,
      true,
    ]);
  });

  test('is of one password, to the last letter', async () => {
    const digest = await hashPassword('pässword');
    for (const other of ['', 'pässwor', 'pässwords', 'Pässword', 'pa\u0308ssword', ' pässword']) {
      expect(await verifyPassword(other, digest), other).toBe(false);
    }
    expect(await verifyPassword('pässword', digest)).toBe(true);
  });

  test('is compared with the parameters that it names, which may be others than those of today', async () => {
    for (const digest of [foreignDigest(), foreignDigest(33)]) {
      expect(await verifyPassword('correct horse', digest)).toBe(true);
      expect(await verifyPassword('wrong horse', digest)).toBe(false);
    }
  });
});

describe('no digest', () => {
  test.each([
    null,
    undefined,
    '',
    'correct horse',
    `x${foreignDigest()}`,
    `${foreignDigest()}\n$`,
    foreignDigest().replace('argon2id', 'argon2i'),
    foreignDigest().replace('m=64', 'm='),
    foreignDigest().replace('v=19', 'v=16'),
  ])('%j is that of any password', async (digest) => {
    for (const password of ['', 'correct horse']) expect(await verifyPassword(password, digest)).toBe(false);
  });

  test('costs as much to compare with as one, so that time tells no names', async () => {
    const cost = async (digest: string | null) => {
      const began = process.cpuUsage();
      for (let i = 0; i < 5; i += 1) await verifyPassword('wrong', digest);
      const { user, system } = process.cpuUsage(began);
      return user + system;
    };
    const digest = await hashPassword('correct horse');
    expect((await cost(null)) / (await cost(digest))).toBeGreaterThan(0.3);
  });
});

test.each([
  ['x'.repeat(1024), true],
  ['x'.repeat(1025), false],
  ['é'.repeat(512), true],
  [`${'é'.repeat(512)}x`, false],
])('of a password it is the bytes that must not be more than 1024 (%#)', (password, fits) => {
  const check = () => checkPasswordSize('newPassword', password);
  if (fits) expect(check).not.toThrow();
  else
    expect(check).toThrow(
      expect.objectContaining({ statusCode: 400, message: expect.stringContaining('newPassword') }),
    );
});
