// Members who write without pause, each in things of their own, and who remember what the service has acknowledged: tools they
// add, rename and delete, and ratings of shared tools that they give, change and withdraw.
import { Person, type Reply } from './person.ts';

/** What there is: the name of a tool by `tool ID`, the comment of a rating by `rating TOOL WRITER`. */
export type Facts = Map<string, string>;

const WRITERS = 8;
const SHARED_TOOLS = 20;
/** Tools that a writer keeps; beyond, it deletes one for each that it adds. */
const OWN_TOOLS = 12;

type Random = () => number;

class Writer {
  acknowledged = 0;
  /** Writes whose answer never came, and those of them that turned out to be there. */
  cutOff = 0;
  cutOffKept = 0;
  readonly #person: Person;
  readonly #name: string;
  readonly #random: Random;
  readonly #sharedTools: readonly number[];
  readonly #facts: Facts = new Map();
  #sequence = 0;
  /** The write whose answer never came: what it would have made of which fact. Undefined key: a tool of unknown id. */
  #open: { key: string | undefined; value: string | undefined } | undefined;

  constructor(person: Person, name: string, sharedTools: readonly number[], random: Random) {
    this.#person = person;
    this.#name = name;
    this.#random = random;
    this.#sharedTools = sharedTools;
  }

  #pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.#random() * list.length)] as T;
  }

  /** Writes until the service is gone. @throws Error when it answers anything but success */
  async run(): Promise<void> {
    for (;;) if (!(await this.#write())) return;
  }

  async #write(): Promise<boolean> {
    const text = `${this.#name} ${(this.#sequence += 1)}`;
    const own = [...this.#facts.keys()].filter((key) => key.startsWith('tool '));
    const dice = this.#random();
    if (dice < 0.6) return this.#rate(text);
    if (own.length === 0 || dice < 0.75) return this.#add(text);
    const key = this.#pick(own);
    const path = `/tools/${key.split(' ')[1]}`;
    if (dice < 0.9 && own.length <= OWN_TOOLS) return this.#change(key, text, 'PATCH', path, { name: text });
    return this.#change(key, undefined, 'DELETE', path);
  }

  async #rate(text: string): Promise<boolean> {
    const tool = this.#pick(this.#sharedTools);
    const key = `rating ${tool} ${this.#name}`;
    const score = () => 1 + Math.floor(this.#random() * 5);
    const body = { usefulness: score(), usability: score(), comment: text };
    if (!this.#facts.has(key)) return this.#change(key, text, 'POST', `/tools/${tool}/ratings`, body);
    const mine = `/tools/${tool}/ratings/mine`;
    return this.#random() < 0.5
      ? this.#change(key, text, 'PUT', mine, body)
      : this.#change(key, undefined, 'DELETE', mine);
  }

  async #add(name: string): Promise<boolean> {
    this.#open = { key: undefined, value: name };
    const reply = await this.#send<{ id: number }>('POST', '/tools', { name, description: 'd', category: 'Kills' });
    if (!reply) return false;
    this.#facts.set(`tool ${reply.body.id}`, name);
    return true;
  }

  async #change(key: string, value: string | undefined, method: string, path: string, body?: object): Promise<boolean> {
    this.#open = { key, value };
    if (!(await this.#send(method, path, body))) return false;
    this.#set(key, value);
    return true;
  }

  #set(key: string, value: string | undefined): void {
    if (value === undefined) this.#facts.delete(key);
    else this.#facts.set(key, value);
  }

  /** The answer of an acknowledged write; undefined when none came. */
  async #send<T>(method: string, path: string, body?: object): Promise<Reply<T> | undefined> {
    const reply = await this.#person.send<T>(method, path, body).catch(() => undefined);
    if (!reply) return undefined;
    if (reply.status >= 300) {
      throw new Error(`${method} ${path} of ${this.#name} answered ${reply.status} ${JSON.stringify(reply.body)}`);
    }
    this.acknowledged += 1;
    this.#open = undefined;
    return reply;
  }

  /** @throws Error when what the service has is not what it acknowledged, but for the one write that was cut off */
  compare(actual: Facts): void {
    const open = this.#open;
    this.#open = undefined;
    if (open) {
      this.cutOff += 1;
      const key = open.key ?? [...actual].find(([, name]) => name === open.value)?.[0];
      if (key !== undefined && actual.get(key) === open.value) {
        this.cutOffKept += 1;
        this.#set(key, open.value);
      }
    }
    const isMine = ([key, value]: [string, string]) =>
      key.startsWith('tool ') ? value.startsWith(`${this.#name} `) : key.endsWith(` ${this.#name}`);
    const own = new Map([...actual].filter(isMine));
    for (const key of new Set([...this.#facts.keys(), ...own.keys()])) {
      if (this.#facts.get(key) !== own.get(key)) {
        throw new Error(`${key}: acknowledged "${this.#facts.get(key)}", there is "${own.get(key)}"`);
      }
    }
  }
}

/** Makes the writers' accounts and the tools that all of them rate, in a service that has just been made. */
export async function createWriters(url: string, password: string, random: Random) {
  const admin = await new Person(url).signIn('admin', password);
  const sharedTools: number[] = [];
  for (let i = 0; i < SHARED_TOOLS; i += 1) {
    const tool = { name: `Shared ${i}`, description: 'd', category: 'Kills' };
    sharedTools.push((await admin.send<{ id: number }>('POST', '/tools', tool)).body.id);
  }
  const writers: Writer[] = [];
  for (let i = 0; i < WRITERS; i += 1) {
    const username = `writer${i}`;
    await admin.send('POST', '/users', { username, password });
    writers.push(new Writer(await new Person(url).signIn(username, password), username, sharedTools, random));
  }
  return { writers, sharedTools };
}
