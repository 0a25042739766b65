// Transactions on PostgreSQL take places, of which there are fewer than connections, in the order in which they come. So whatever is
// asked outside of them, by readers or probes, finds a connection soon, however many wait to write.

interface Waiting {
  since: number;
  resolve: () => void;
  reject: (error: Error) => void;
}

export class Places {
  readonly #limitMs: number;
  readonly #clock: () => number;
  readonly #waiting: Waiting[] = [];
  #free: number;

  /** `clock` in milliseconds. */
  constructor(places: number, limitMs: number, clock = () => performance.now()) {
    this.#free = places;
    this.#limitMs = limitMs;
    this.#clock = clock;
  }

  /**
   * Does the work as soon as there is a place for it.
   * @throws Error when its turn comes only after the limit, as for a connection that is not made in time
   */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else {
      await new Promise<void>((resolve, reject) => {
        this.#waiting.push({ since: this.#clock(), resolve, reject });
      });
    }
    try {
      return await work();
    } finally {
      this.#pass();
    }
  }

  /** Passes a place on to the first who has not waited too long. */
  #pass(): void {
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      if (this.#clock() - next.since <= this.#limitMs) return next.resolve();
      next.reject(new Error('timeout exceeded when trying to connect'));
    }
    this.#free += 1;
  }

  /** How long the first of those who wait has waited. */
  waited(): number {
    const [first] = this.#waiting;
    return first ? this.#clock() - first.since : 0;
  }
}
