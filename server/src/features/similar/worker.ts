// The thread that compares tools, so that the server's own never waits for it. It is told what tools there are and asked.
import { setImmediate } from 'node:timers/promises';
import { type MessagePort, parentPort } from 'node:worker_threads';
import { type Cluster, clusterTools, overlappingPairs } from './clusters.ts';
import { Overlaps, type Similar } from './overlap.ts';
import { type ComparedTool, type EncodedTool, Vocabulary } from './vocabulary.ts';

/** What the thread is asked; the answers are `Answers` of the same name. */
export type Question =
  | { ask: 'similar'; id: number; limit: number; pinned: readonly number[] }
  | { ask: 'clusters'; decided: readonly (readonly [number, number])[] };
export interface Answers {
  similar: { similar: Similar[]; pinned: Similar[] };
  clusters: Cluster[];
}

/** Replaces all tools of one part of the catalogue. */
interface Load {
  part: number;
  tools: ComparedTool[];
}
export type Message = Load | (Question & { number: number });
export type Reply = { number: number; answer?: Answers[keyof Answers]; error?: string };

async function finish<T>(steps: Generator<void, T>): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    // Messages that came in meanwhile are answered between steps.
    await setImmediate();
  }
}

const finishPairs = async (overlaps: Overlaps) => finish(overlappingPairs(overlaps));

function serve(port: MessagePort): void {
  const vocabulary = new Vocabulary();
  const parts = new Map<number, EncodedTool[]>();
  let overlaps: Overlaps | undefined;
  /** Which tools overlap is the long part of the work, and does not depend on decisions. */
  let pairs: { of: Overlaps; result: ReturnType<typeof finishPairs> } | undefined;
  let clusters: { of: Overlaps; decided: string; result: Promise<Cluster[]> } | undefined;

  const compared = () => (overlaps ??= new Overlaps([...parts.values()].flat(), vocabulary));

  const answer = async (question: Question): Promise<Answers[keyof Answers]> => {
    const all = compared();
    if (question.ask === 'similar') {
      const { id, limit, pinned } = question;
      return { similar: all.similarTo(id, limit), pinned: all.compareWith(id, pinned) };
    }
    const decided = JSON.stringify(question.decided);
    if (pairs?.of !== all) pairs = { of: all, result: finishPairs(all) };
    if (clusters?.of !== all || clusters.decided !== decided) {
      const result = pairs.result.then(async (found) => finish(clusterTools(all, found, question.decided)));
      clusters = { of: all, decided, result };
    }
    return clusters.result;
  };

  port.on('message', (message: Message) => {
    if ('part' in message) {
      overlaps = undefined;
      const tools = message.tools.map((tool) => vocabulary.encode(tool));
      if (tools.length > 0) parts.set(message.part, tools);
      else parts.delete(message.part);
      return;
    }
    const { number } = message;
    answer(message).then(
      (value) => port.postMessage({ number, answer: value } satisfies Reply),
      (error: unknown) => port.postMessage({ number, error: String(error) } satisfies Reply),
    );
  });
}

if (parentPort) serve(parentPort);
