// A tool's icon in a box of fixed size, or its first letter while there is none, it is refused, or it does not load.
import { useState } from 'react';
import { safeImage } from '../lib/urls.ts';

export function ToolIcon({ name, url, size = 40 }: { name: string; url?: string | null | undefined; size?: number }) {
  const src = safeImage(url);
  const [broken, setBroken] = useState<string>();
  const box = { width: size, height: size, fontSize: size * 0.42 };
  if (src === undefined || broken === src) {
    return (
      <span
        aria-hidden="true"
        style={box}
        className="grid shrink-0 place-items-center rounded-lg bg-sunken font-semibold text-muted uppercase"
      >
        {firstLetter(name)}
      </span>
    );
  }
  return (
    <img
      src={src}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setBroken(src)}
      className="shrink-0 rounded-lg bg-sunken object-contain"
      style={box}
    />
  );
}

/** The first character people would call a letter or digit, whole even outside of the basic plane. */
const firstLetter = (name: string) => /[\p{L}\p{N}]/u.exec(name)?.[0] ?? '#';
