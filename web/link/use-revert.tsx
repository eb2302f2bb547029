import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Link } from '../../contracts/links.ts';
import { ApiError } from '../api.ts';
import { explainFailure } from '../failure.ts';
import { t } from '../language.ts';
import { Undoable } from '../links/undoable.tsx';
import { hideToast, toast } from '../toast.tsx';
import { historyQuery, useLinkEdits } from './link.api.ts';

/** The reason why a revert failed. The page shows it beside that edit. */
export interface RevertFault {
  readonly at: number;
  readonly text: string;
  readonly isCodeTaken: boolean;
}

/** Reverts edits of a link. A toast offers to undo each revert. */
export function useRevert(link: Link) {
  const queries = useQueryClient();
  const { revert } = useLinkEdits();
  const [fault, setFault] = useState<RevertFault | null>(null);
  const [running, setRunning] = useState<number | null>(null);

  const undo = async (reverted: Link, at: number) => {
    hideToast('undo');
    try {
      await revert(reverted, at);
      toast('success', t('link.revert.undone'));
    } catch (error) {
      toast('error', explainFailure(error, 'link.revert.failed'));
    }
  };

  const run = async (at: number) => {
    if (running !== null) return;
    setRunning(at);
    setFault(null);
    try {
      const reverted = await revert(link, at);
      // The revert itself is an edit: the newest one.
      const [newest] = await queries.fetchQuery({ ...historyQuery(link.id), staleTime: 0 });
      const offer = () => void undo(reverted, newest?.at ?? at);
      toast('undo', <Undoable text={t('link.reverted')} onUndo={offer} />);
    } catch (error) {
      const isCodeTaken = error instanceof ApiError && error.key === 'short.url.exists';
      setFault({ at, text: explainFailure(error, 'link.revert.failed'), isCodeTaken });
    } finally {
      setRunning(null);
    }
  };

  return { fault, running, revert: (at: number) => void run(at) };
}
