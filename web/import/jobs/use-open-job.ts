import { useState } from 'react';
import { sessionValues } from '../../storage.ts';
import type { Job } from './jobs.api.ts';

const STORED = 'open_import';

/** The states of jobs that have not ended. */
const pending: ReadonlySet<Job['state']> = new Set([
  'checking',
  'ready',
  'running',
  'stopped',
  'undoing',
]);

/**
 * The job on the page; null: none. At first it is the one that this tab showed last, and otherwise
 * the newest one that has not ended.
 */
export function useOpenJob(jobs: readonly Job[]) {
  // "none": the tiles are shown, whatever jobs there are.
  const [chosen, setChosen] = useState(() => sessionValues.get(STORED));
  const [isChosen, setIsChosen] = useState(false);
  const open =
    jobs.find(({ id }) => String(id) === chosen) ??
    (chosen === null ? jobs.find(({ state }) => pending.has(state)) : undefined) ??
    null;
  // Otherwise the job leaves the page when it ends, and its report is not shown.
  if (chosen === null && open !== null) setChosen(String(open.id));
  const choose = (id: number | null) => {
    const name = id === null ? 'none' : String(id);
    sessionValues.set(STORED, name);
    setChosen(name);
    setIsChosen(true);
  };
  return { open, isChosen, choose };
}
