// Opt-in paging: whoever asks for `limit` or `offset` gets X-Total-Count and a Link header (RFC 8288).
import type { Paging } from '@toolscore/contract/schemas';
import type { FastifyReply, FastifyRequest } from 'fastify';

export const isPaged = ({ limit, offset }: Paging) => limit !== undefined || offset !== undefined;

/** SQL needs a limit before an offset; this one never limits. */
export const NO_LIMIT = 2 ** 53 - 1;

/** Tells how many there are in all, and where the first, previous, next and last pages are. */
export function setPageHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  { limit, offset = 0 }: Paging,
  total: number,
) {
  void reply.header('x-total-count', total);
  if (limit === undefined) return;
  const link = (rel: string, start: number) => {
    const url = new URL(request.url, 'http://relative');
    url.searchParams.set('limit', String(limit));
    url.searchParams.set('offset', String(start));
    return `<${url.pathname}${url.search}>; rel="${rel}"`;
  };
  const links = [link('first', 0)];
  if (offset > 0) links.push(link('prev', Math.max(0, offset - limit)));
  if (offset + limit < total) links.push(link('next', offset + limit));
  links.push(link('last', Math.max(0, Math.ceil(total / limit) - 1) * limit));
  void reply.header('link', links.join(', '));
}
