// A wire between a service and its database that tests cut, as a restarted server or a broken network does.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Proxy {
  /** The same database, through the proxy. */
  url: string;
  /** Ends every connection without a word, in the middle of whatever it is doing. */
  cut: () => void;
  /** Ends every connection, and those that come, until `restore`. */
  refuse: () => void;
  restore: () => void;
  /** Connections that are open. */
  open: () => number;
}

/** A proxy before the database of that URL, for the length of the test. */
export async function startProxy(url: string): Promise<Proxy> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let refusing = false;
  const server = createServer((near) => {
    if (refusing) return void near.resetAndDestroy();
    const far = connect(Number(target.port || 5432), target.hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => undefined);
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
    sockets.add(near).add(far);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  onTestFinished(() => {
    cut();
    server.close();
  });
  const proxied = new URL(url);
  proxied.hostname = '127.0.0.1';
  proxied.port = String((server.address() as AddressInfo).port);
  return {
    url: proxied.href,
    cut,
    refuse: () => {
      refusing = true;
      cut();
    },
    restore: () => {
      refusing = false;
    },
    open: () => sockets.size / 2,
  };
}
