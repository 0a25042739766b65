// A signed-in client for scripts: cookies, token, and nothing else.

const cookiesOf = (response: Response) =>
  response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] as string);

/** Signs in and returns a function that posts with that session. */
export async function openSession(url: string, username: string, password: string) {
  const token = async (cookie: string) => {
    const response = await fetch(`${url}/api/auth/csrf`, { headers: { cookie } });
    const cookies = cookiesOf(response).join('; ') || cookie;
    return { cookie: cookies, 'x-csrf-token': ((await response.json()) as { token: string }).token };
  };
  const visitor = await token('');
  const signedIn = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { ...visitor, 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  if (signedIn.status !== 200) throw new Error(`sign-in answered ${signedIn.status}`);
  const session = cookiesOf(signedIn).find((cookie) => cookie.startsWith('toolscore_session')) as string;
  const headers = await token(session);
  return (path: string, body?: string, more: Record<string, string> = {}) =>
    fetch(url + path, { method: 'POST', headers: { ...headers, ...more }, ...(body !== undefined && { body }) });
}
