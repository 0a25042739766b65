// The server's end of the thread that compares tools: keeps it up to date with the database, asks it, and ends it.
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Engine } from '../../database/index.ts';
import { type Fingerprint, getFingerprint, listPart, listPartFingerprints } from './queries.ts';
import type { Answers, Message, Question, Reply } from './worker.ts';

interface Pending {
  resolve: (answer: Answers[keyof Answers]) => void;
  reject: (error: Error) => void;
}

/** One thread and what it has been told. */
class Thread {
  readonly #worker: Worker;
  readonly #pending = new Map<number, Pending>();
  #asked = 0;
  #ended: Error | undefined;
  /** Fingerprint of each part of the catalogue, as the thread knows it. */
  readonly parts = new Map<number, Fingerprint>();

  constructor(onEnd: () => void) {
    this.#worker = new Worker(new URL('./worker.ts', import.meta.url), { name: 'compare-tools' });
    this.#worker.unref();
    this.#worker.on('message', ({ number, answer, error }: Reply) => {
      const pending = this.#pending.get(number);
      this.#pending.delete(number);
      if (answer) pending?.resolve(answer);
      else pending?.reject(new Error(error));
    });
    const fail = (error: Error) => {
      this.#ended ??= error;
      onEnd();
      for (const { reject } of this.#pending.values()) reject(error);
      this.#pending.clear();
    };
    this.#worker.on('error', fail);
    this.#worker.on('exit', () => fail(new Error('the thread that compares tools has ended')));
  }

  send(message: Message): void {
    this.#worker.postMessage(message, []);
  }

  /** @throws what the thread ended with, or the reason why it cannot answer */
  async ask(question: Question): Promise<Answers[keyof Answers]> {
    if (this.#ended) throw this.#ended;
    this.#asked += 1;
    const number = this.#asked;
    const answer = new Promise<Answers[keyof Answers]>((resolve, reject) => {
      this.#pending.set(number, { resolve, reject });
    });
    this.send({ ...question, number });
    return answer;
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}

/** Answers about the catalogue as it is now: everything committed before the call is taken into account. */
export interface Comparison {
  similarTo: (id: number, limit: number, pinned: readonly number[]) => Promise<Answers['similar']>;
  clusters: (decided: readonly (readonly [number, number])[]) => Promise<Answers['clusters']>;
  close: () => Promise<void>;
}

const nothing: Fingerprint = { count: 0, ids: 0, content: 0 };

const equal = (a: Fingerprint, b: Fingerprint) => a.count === b.count && a.ids === b.ids && a.content === b.content;

function sumOf(parts: Iterable<Fingerprint>): Fingerprint {
  const sum = { ...nothing };
  for (const { count, ids, content } of parts) {
    sum.count += count;
    sum.ids += ids;
    sum.content += content;
  }
  return sum;
}

/** Tells the thread what changed since it was last told, part by part, leaving room for requests in between. */
async function update(thread: Thread, { reader }: Engine): Promise<void> {
  if (equal(await getFingerprint(reader), sumOf(thread.parts.values()))) return;
  const parts = await listPartFingerprints(reader);
  for (const part of new Set([...thread.parts.keys(), ...parts.keys()])) {
    if (equal(parts.get(part) ?? nothing, thread.parts.get(part) ?? nothing)) continue;
    const { tools, fingerprint } = await listPart(reader, part);
    thread.send({ part, tools });
    // Of what was sent, not of what was to be expected: a change in between is noticed the next time.
    thread.parts.set(part, fingerprint);
    await setImmediate();
  }
}

/** A comparison of the tools of that database. Its thread starts at the first question, and anew should it ever fail. */
export function createComparison(engine: Engine): Comparison {
  let thread: Thread | undefined;
  let running: Promise<Thread> | undefined;
  let next: Promise<Thread> | undefined;

  const start = (): Thread => {
    const started: Thread = new Thread(() => {
      if (thread === started) thread = undefined;
    });
    return started;
  };
  const updateNow = async (): Promise<Thread> => {
    thread ??= start();
    const current = thread;
    await update(current, engine);
    return current;
  };
  /** An update that has begun may have missed what the caller has just committed; everybody who waits for one shares the next. */
  const updated = (): Promise<Thread> => {
    next ??= (async () => {
      await running?.catch(() => undefined);
      next = undefined;
      running = updateNow();
      return running;
    })();
    return next;
  };

  const ask = async (question: Question) => (await updated()).ask(question);

  return {
    similarTo: async (id, limit, pinned) => (await ask({ ask: 'similar', id, limit, pinned })) as Answers['similar'],
    clusters: async (decided) => (await ask({ ask: 'clusters', decided })) as Answers['clusters'],
    close: async () => {
      await thread?.end();
    },
  };
}
