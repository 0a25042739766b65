// Small choices kept in this browser. Nothing secret belongs here; when storage is switched off, choices last one visit.

const PREFIX = 'toolscore.';

export function readStored<T>(key: string, fallback: T): T {
  try {
    const text = localStorage.getItem(PREFIX + key);
    return text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback;
  }
}

export function writeStored(key: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // Nothing to do: the page works without it.
  }
}
