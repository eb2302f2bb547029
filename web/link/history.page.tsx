import { Button, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CHANGES_MAX } from '../../contracts/history.constants.ts';
import type { Link } from '../../contracts/links.ts';
import { explainReason } from '../failure.ts';
import { locale, t } from '../language.ts';
import { Notice } from '../ui/notice.tsx';
import { formatExactTime } from '../ui/relative-time.ts';
import { useDocumentTitle } from '../use-document-title.ts';
import { EditEntry } from './edit-entry.tsx';
import { isReverted, toEdits } from './edits.ts';
import { historyQuery, linkQuery } from './link.api.ts';
import { useRevert } from './use-revert.tsx';
import { useAddress } from './use-address.ts';
import './history.css';

/** Lists the edits of a link, newest first. */
export function LinkHistoryPage() {
  const { code } = useAddress();
  useDocumentTitle(t('link.history.of', { code }));
  const { data: link } = useQuery(linkQuery(code));
  return link ? <History key={link.id} link={link} /> : <HistorySkeleton />;
}

function History({ link }: { readonly link: Link }) {
  const { data: changes, isError, error, refetch } = useQuery(historyQuery(link.id));
  const { fault, running, revert } = useRevert(link);
  if (changes === undefined && isError) {
    return (
      <Notice
        isFailure
        title={t('link.history.failed')}
        text={explainReason(error, 'internal.error')}
        action={
          <Button variant="default" onClick={() => void refetch()}>
            {t('retry')}
          </Button>
        }
      />
    );
  }
  if (changes === undefined) return <HistorySkeleton />;
  const created = formatExactTime(link.created_at, locale, 'short');
  if (changes.length === 0) {
    return (
      <Notice
        title={t('link.history.none')}
        text={t('link.history.none.text', { when: created })}
      />
    );
  }
  return (
    <>
      <ol className="edits" aria-label={t('link.history')}>
        {toEdits(changes).map((edit) => (
          <EditEntry
            key={edit.at}
            edit={edit}
            isReverted={isReverted(link, edit)}
            isRunning={running === edit.at}
            fault={fault?.at === edit.at ? fault : null}
            onRevert={() => revert(edit.at)}
          />
        ))}
      </ol>
      <p className="edits-end">
        {changes.length < CHANGES_MAX
          ? t('link.history.created', { when: created })
          : t('link.history.full', { count: changes.length })}
      </p>
    </>
  );
}

function HistorySkeleton() {
  return (
    <Stack component="output" aria-label={t('link.history.loading')} gap="lg">
      <Skeleton component="span" display="block" height={84} />
      <Skeleton component="span" display="block" height={84} />
    </Stack>
  );
}
