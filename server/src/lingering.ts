// Requests that are answered before all of their body has come, because it is too large or nobody may send it. Their senders are
// let finish, so that they get to read the answer, but not go on without end.
import type { IncomingMessage } from 'node:http';
import type { App } from './app.ts';

/** More than any body that is ever accepted. */
const MOST_BYTES = 64 * 1024 * 1024;
const LONGEST_MS = 60_000;
const LOOK_MS = 100;

function watch(request: IncomingMessage): void {
  const { socket } = request;
  const lastByte = socket.bytesRead + MOST_BYTES;
  const deadline = performance.now() + LONGEST_MS;
  const timer = setInterval(() => {
    if (!request.complete && !socket.destroyed && socket.bytesRead <= lastByte && performance.now() < deadline) return;
    clearInterval(timer);
    if (!request.complete) socket.destroy();
  }, LOOK_MS).unref();
}

/** Ends connections whose request goes on for too long after its answer. */
export function registerLingering(app: App): void {
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    // Requests that tests inject have no connection.
    if (!raw.complete && raw.socket.bytesRead > 0) watch(raw);
    done();
  });
}
