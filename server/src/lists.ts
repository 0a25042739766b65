// Lists of any length as answers: a short one leaves in one piece, so that it can be kept; a long one leaves as it is read.
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** So much of an answer is held in memory at most, in characters. */
const HELD = 8 * 1024 * 1024;

async function* toJson(parts: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let lead = '[';
  for await (const part of parts) {
    if (part.length === 0) continue;
    yield lead + part.map((item) => JSON.stringify(item)).join(',');
    lead = ',';
  }
  yield lead === '[' ? '[]' : ']';
}

async function* startingWith(text: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield text;
  yield* rest;
}

/**
 * Sends a JSON array that is read part by part. Its items leave as they are, so they must have the fields of the contract
 * and no others.
 */
export async function sendList<T>(reply: FastifyReply, parts: AsyncIterable<readonly T[]>): Promise<T[]> {
  const json = toJson(parts);
  void reply.type('application/json; charset=utf-8');
  let text = '';
  for (let next = await json.next(); !next.done; next = await json.next()) {
    text += next.value;
    if (text.length > HELD) return reply.send(Readable.from(startingWith(text, json), { objectMode: false })) as never;
  }
  return reply.send(text) as never;
}
