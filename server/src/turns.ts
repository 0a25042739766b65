// Reads begin in turns. SQLite answers without giving way, so a request runs to its end as soon as it begins, and a hundred
// that come at once would keep the event loop from everything else until the last of them is done: no timer runs, no answer
// leaves, nobody can be told that it takes too long. So, once requests have had their time, those that come later wait until
// the loop has seen who else is there, and then begin one in each turn of it, in the order in which they came.

/** How long requests may begin before the loop is given a pause. */
const WORK_MS = 20;
/** How long a pause may last: Node accepts one connection in each turn of its loop. */
const PAUSE_MS = 10;
/** A pause is over after so many turns in which nobody came: one to accept a connection, one to read from it. */
const QUIET_TURNS = 2;

interface Waiting {
  since: number;
  isGone: () => boolean;
  resolve: (came: boolean) => void;
}

export class Turns {
  readonly #limitMs: number;
  readonly #clock: () => number;
  readonly #nextTurn: (work: () => void) => unknown;
  readonly #waiting: Waiting[] = [];
  #running = false;
  /** Since when requests begin. */
  #began = 0;
  #pauseEnds: number | null = null;
  #quietTurns = 0;

  /** `clock` in milliseconds; `nextTurn` runs work in the next turn of the event loop. */
  constructor(
    limitMs: number,
    clock = () => performance.now(),
    nextTurn: (work: () => void) => unknown = setImmediate,
  ) {
    this.#limitMs = limitMs;
    this.#clock = clock;
    this.#nextTurn = nextTurn;
  }

  /**
   * Undefined when the request may begin at once. Otherwise resolves when its turn comes, to true, or to false when that took
   * longer than the limit, or nobody waits for the answer any longer.
   */
  take(isGone: () => boolean): Promise<boolean> | undefined {
    const now = this.#clock();
    this.#quietTurns = 0;
    if (!this.#running) {
      this.#running = true;
      this.#began = now;
      this.#nextTurn(this.#turn);
    } else if (this.#waiting.length > 0 || now - this.#began > WORK_MS) {
      return new Promise((resolve) => this.#waiting.push({ since: now, isGone, resolve }));
    }
    return undefined;
  }

  readonly #turn = (): void => {
    const now = this.#clock();
    this.#running = this.#isPause(now) || this.#letNext(now);
    if (this.#running) this.#nextTurn(this.#turn);
  };

  #isPause(now: number): boolean {
    if (now - this.#began <= WORK_MS) return false;
    this.#pauseEnds ??= now + PAUSE_MS;
    this.#quietTurns += 1;
    if (now < this.#pauseEnds && this.#quietTurns <= QUIET_TURNS) return true;
    this.#pauseEnds = null;
    this.#began = now;
    return false;
  }

  /** Lets the next one begin, if there is one who has not waited too long. */
  #letNext(now: number): boolean {
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      const comes = now - next.since <= this.#limitMs && !next.isGone();
      next.resolve(comes);
      if (comes) return true;
    }
    return false;
  }
}
