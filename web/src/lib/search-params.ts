// Addresses people can read and edit: `?tag=a&tag=b` instead of encoded JSON.

export function parseSearch(text: string): Record<string, string | string[]> {
  const params = new URLSearchParams(text);
  return Object.fromEntries(
    [...new Set(params.keys())].map((key) => {
      const [first = '', ...more] = params.getAll(key);
      return [key, more.length > 0 ? [first, ...more] : first];
    }),
  );
}

export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) {
    for (const item of Array.isArray(value) ? value : [value]) if (item !== undefined) params.append(key, String(item));
  }
  return params.size > 0 ? `?${params}` : '';
}
