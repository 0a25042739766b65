// What the shapes of all features are made of.
import { type Static, type TProperties, type TSchema, Type } from 'typebox';

/** The largest identifier a JSON number carries exactly: 2^53 - 1. */
export const MAX_ID = Number.MAX_SAFE_INTEGER;

export const Nullable = <T extends TSchema & { type: string }>(schema: T) =>
  Type.Unsafe<Static<T> | null>({ ...schema, type: [schema.type, 'null'] });

export const Choice = <const T extends readonly string[]>(values: T, options: object = {}) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...values], ...options });

export const DateTime = Type.String({ format: 'date-time' });
export const Day = Type.String({ format: 'date', description: 'Calendar day, YYYY-MM-DD' });
export const NullableString = Nullable(Type.String());
export const NullableNumber = Nullable(Type.Number());
export const NullableInteger = Nullable(Type.Integer());
export const Count = Type.Integer({ minimum: 0 });
export const Labels = Type.Array(Type.String());

/** Text that is trimmed by the server; blank after trimming counts as missing. Lengths are in characters. */
export const Text = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '\\S' });
export const Score = Type.Integer({ minimum: 1, maximum: 5 });

export const Id = Type.Integer({ minimum: 1, maximum: MAX_ID });
export const IdParams = Type.Object({ id: Id });

export const ErrorResponse = Type.Object({ error: Type.String() }, { title: 'ErrorResponse' });

export const Paging = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_ID })),
});
export type Paging = Static<typeof Paging>;

/** One query string made of several groups of parameters. */
export const Query = <A extends TProperties, B extends TProperties>(
  a: ReturnType<typeof Type.Object<A>>,
  b: ReturnType<typeof Type.Object<B>>,
) => Type.Object({ ...a.properties, ...b.properties });
