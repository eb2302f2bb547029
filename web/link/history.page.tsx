import { Box, Skeleton, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CHANGES_MAX } from '../../contracts/links/history.constants.ts';
import type { Link } from '../../contracts/links/links.ts';
import { useLacks } from '../app-info.ts';
import { ApiError } from '../api.ts';
import { explainFailure } from '../failure.ts';
import { LoadFailure } from '../failure-notice.tsx';
import { locale, t } from '../language.ts';
import { offerUndo } from '../links/selection/offer-undo.tsx';
import { attempt, toast } from '../toast.tsx';
import { Notice } from '../ui/notice.tsx';
import { formatExactTime } from '../ui/text/relative-time.ts';
import { useDocumentTitle } from '../use-document-title.ts';
import { EditEntry, type RevertFault } from './edit-entry.tsx';
import { isReverted, toEdits } from './edits.ts';
import { historyQuery, linkQuery, useAddress, useLinkEdits } from './link.api.ts';
import './history.css';

/** Lists the edits of a link, newest first. */
export function LinkHistoryPage() {
  const { code } = useAddress();
  useDocumentTitle(t('link.history.of', { code }));
  const { data: link } = useQuery(linkQuery(code));
  return link ? <History key={link.id} link={link} /> : <HistorySkeleton />;
}

function History({ link }: { readonly link: Link }) {
  const query = useQuery(historyQuery(link.id));
  const { data: changes } = query;
  const { fault, running, revert } = useRevert(link);
  const lacksEdit = useLacks('links.edit');
  const isReader = !(link.may?.includes('edit') ?? !lacksEdit);
  if (changes === undefined && query.isError) {
    return <LoadFailure variant="default" title={t('link.history.failed')} query={query} />;
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
      <Box component="ol" maw="62rem" aria-label={t('link.history')}>
        {toEdits(changes).map((edit) => (
          <EditEntry
            key={edit.at}
            edit={edit}
            isFinal={isReader || isReverted(link, edit)}
            isRunning={running === edit.at}
            fault={fault?.at === edit.at ? fault : null}
            onRevert={() => revert(edit.at)}
          />
        ))}
      </Box>
      <Box component="p" className="note" py="1rem">
        {changes.length < CHANGES_MAX
          ? t('link.history.created', { when: created })
          : t('link.history.full', { count: changes.length })}
      </Box>
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

/** Reverts edits of a link. A toast offers to undo each revert. */
function useRevert(link: Link) {
  const queries = useQueryClient();
  const { revert } = useLinkEdits();
  const [fault, setFault] = useState<RevertFault | null>(null);
  const [running, setRunning] = useState<number | null>(null);

  const undo = (reverted: Link, at: number) =>
    attempt('link.revert.failed', async () => {
      await revert(reverted, at);
      toast('success', t('link.revert.undone'));
    });

  const run = async (at: number) => {
    if (running !== null) return;
    setRunning(at);
    setFault(null);
    try {
      const reverted = await revert(link, at);
      // The revert itself is an edit: the newest one.
      const [newest] = await queries.fetchQuery({ ...historyQuery(link.id), staleTime: 0 });
      offerUndo(t('link.reverted'), () => undo(reverted, newest?.at ?? at));
    } catch (error) {
      const isCodeTaken = error instanceof ApiError && error.key === 'short.url.exists';
      setFault({ at, text: explainFailure(error, 'link.revert.failed'), isCodeTaken });
    } finally {
      setRunning(null);
    }
  };

  return { fault, running, revert: (at: number) => void run(at) };
}
