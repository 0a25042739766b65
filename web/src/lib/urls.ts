// Which stored addresses may become links and images. Everything else is shown as text, or not at all.

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const HOST_AND_PORT = /^([\w-]+(\.[\w-]+)+|localhost):\d{1,5}([/?#]|$)/i;

/** The http(s) address to link to, with https for a host typed without a scheme; undefined when it must not be a link. */
export function safeHref(url: string | null | undefined): string | undefined {
  const text = url?.trim() ?? '';
  if (text === '') return undefined;
  const whole = SCHEME.test(text) && !HOST_AND_PORT.test(text) ? text : `https://${text}`;
  if (!URL.canParse(whole)) return undefined;
  const { protocol, href, hostname } = new URL(whole);
  return (protocol === 'http:' || protocol === 'https:') && hostname !== '' ? href : undefined;
}

/** An address an icon may be loaded from. */
export function safeImage(url: string | null | undefined): string | undefined {
  const text = url?.trim() ?? '';
  return /^data:image\//i.test(text) || /^https?:\/\//i.test(text) ? text : undefined;
}

/** The host of an address, for showing where a link leads. */
export const hostOf = (href: string) => new URL(href).hostname.replace(/^www\./, '');
