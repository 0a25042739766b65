// Looks into a running process through Node's inspector: what is left on its heap after a collection, and what it waits for.

export interface Inside {
  /** Megabytes in use after a full garbage collection. */
  heap: number;
  /** Sockets, timers, files and the like that keep the process alive. */
  resources: number;
}

/** Opens the inspector that the process was given by `--inspect=127.0.0.1:PORT`. */
export async function openInspector(port: number): Promise<{ look: () => Promise<Inside>; close: () => void }> {
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as { webSocketDebuggerUrl: string }[];
  const socket = new WebSocket(targets[0]?.webSocketDebuggerUrl ?? '');
  const waiting = new Map<number, (result: unknown) => void>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id: number; result: unknown };
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  await new Promise((resolve) => socket.addEventListener('open', resolve));
  let last = 0;
  const call = <T>(method: string, params: object = {}) =>
    new Promise<T>((resolve) => {
      last += 1;
      waiting.set(last, (result) => resolve(result as T));
      socket.send(JSON.stringify({ id: last, method, params }));
    });
  return {
    look: async () => {
      await call('HeapProfiler.collectGarbage');
      const { usedSize } = await call<{ usedSize: number }>('Runtime.getHeapUsage');
      const expression = 'process.getActiveResourcesInfo().length';
      const { result } = await call<{ result: { value: number } }>('Runtime.evaluate', { expression });
      return { heap: usedSize / 1024 / 1024, resources: result.value };
    },
    close: () => socket.close(),
  };
}
