// What people wrote about a tool, newest first; ratings without a comment are left to the distribution.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { ErrorState, LoadingLines } from '../components/states.tsx';
import { Prose } from '../components/text.tsx';
import { read } from '../lib/api.ts';
import { useI18n } from '../lib/i18n.tsx';

const STEP = 20;

export function Comments({ toolId }: { toolId: number }) {
  const { t, format } = useI18n();
  const [shown, setShown] = useState(STEP);
  const { data, error, refetch } = useQuery(read('GET /tools/:id/ratings', { params: { id: toolId } }));
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <LoadingLines />;
  const comments = data.filter(({ comment }) => comment !== null);
  if (comments.length === 0) return <p className="text-sm text-muted">{t.tool.noComments}</p>;
  return (
    <>
      <ul className="grid gap-5">
        {comments.slice(0, shown).map(({ id, reviewerName, createdAt, usefulness, usability, comment }) => (
          <li key={id} className="grid gap-1.5 border-b border-line pb-5 last:border-0">
            <p className="flex flex-wrap items-baseline gap-x-3 text-sm">
              <bdi className="font-medium">{reviewerName ?? t.tool.anonymous}</bdi>
              <time dateTime={createdAt} className="text-muted">
                {format.date(createdAt)}
              </time>
              <span className="text-muted">
                {t.score.usefulness} {usefulness} · {t.score.usability} {usability}
              </span>
            </p>
            <Prose>{comment}</Prose>
          </li>
        ))}
      </ul>
      {comments.length > shown && (
        <Button className="mt-4" onClick={() => setShown(shown + STEP)}>
          {t.tool.moreRatings}
        </Button>
      )}
    </>
  );
}
