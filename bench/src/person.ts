// Somebody who uses the service: keeps cookies, and sends the token with everything that changes something.

export interface Reply<T = unknown> {
  status: number;
  body: T;
}

export class Person {
  readonly #jar = new Map<string, string>();
  readonly #base: string;
  #token: Promise<string> | undefined;

  constructor(base: string) {
    this.#base = base;
  }

  /** @throws TypeError when the connection is refused or breaks */
  async send<T = unknown>(method: string, path: string, body?: object): Promise<Reply<T>> {
    const headers = new Headers();
    if (body) headers.set('content-type', 'application/json');
    if (method !== 'GET') headers.set('x-csrf-token', await (this.#token ??= this.#takeToken()));
    headers.set('cookie', [...this.#jar].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await fetch(`${this.#base}/api${path}`, { method, headers, body: body && JSON.stringify(body) });
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] as string).split(/=(.*)/s);
      this.#jar.set(name, value);
    }
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return { status: response.status, body: (isJson && text !== '' ? JSON.parse(text) : text) as T };
  }

  async #takeToken(): Promise<string> {
    try {
      return (await this.send<{ token: string }>('GET', '/auth/csrf')).body.token;
    } catch (error) {
      this.#token = undefined;
      throw error;
    }
  }

  async signIn(username: string, password: string): Promise<this> {
    const { status } = await this.send('POST', '/auth/login', { username, password });
    if (status !== 200) throw new Error(`signing ${username} in answered ${status}`);
    this.#token = undefined;
    return this;
  }
}
