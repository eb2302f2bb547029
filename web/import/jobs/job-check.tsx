import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useUnsaved } from '../../form/unsaved.ts';
import { t, toCounted } from '../../language.ts';
import { toast, toastFailure } from '../../toast.tsx';
import { JobColumns } from './job-columns.tsx';
import { JobCounts } from './job-counts.tsx';
import { isSameOptions, recallColumns, rememberColumns } from './job-draft.ts';
import { JobFault } from './job-fault.tsx';
import { JobFacts } from './job-facts.tsx';
import { JobOptionFields } from './job-options.tsx';
import {
  useDeletion,
  useJobAction,
  optionsOf,
  useSetOptions,
  type ColumnField,
  type Columns,
  type Job,
  type JobOptions,
} from './jobs.api.ts';

interface JobCheckProps {
  readonly job: Job;
  readonly onLeave: () => void;
}

/** The result of the dry run, which failed or not: what would happen, what the columns hold, options, and the start. */
export function JobCheck({ job, onLeave }: JobCheckProps) {
  const [recalled] = useState(() => recallColumns(job));
  const saved = optionsOf(job);
  const [draft, setDraft] = useState<JobOptions>(
    recalled === null ? saved : { ...saved, columns: recalled },
  );
  const setting = useSetOptions();
  const isReady = job.state === 'ready';
  // Without columns, no option makes a failed file readable.
  const isUnderstood = job.state !== 'failed' || job.columns.length > 0;
  const isChanged = !isSameOptions(draft, saved);
  useUnsaved(isChanged);
  const choose = (name: string, field: ColumnField) => {
    const columns = { ...draft.columns, [name]: field };
    setDraft({ ...draft, columns });
  };
  const check = () => {
    if (Object.keys(draft.columns).length > 0) rememberColumns(job, toWhole(job, draft.columns));
    setting.mutate({ id: job.id, options: draft }, { onError: toastFailure('over.set.failed') });
  };
  return (
    <>
      {isReady ? (
        <>
          <JobCounts job={job} />
          <JobFacts job={job} />
        </>
      ) : (
        <JobFault job={job} />
      )}
      {job.columns.length > 0 && (
        <JobColumns
          job={job}
          columns={draft.columns}
          isRemembered={recalled !== null}
          onChange={choose}
        />
      )}
      {isUnderstood && <JobOptionFields job={job} options={draft} onChange={setDraft} />}
      <Group gap="0.75rem">
        {isUnderstood && (isChanged || !isReady) && (
          <Button loading={setting.isPending} onClick={check}>
            {t('over.check')}
          </Button>
        )}
        {isReady && <StartButton job={job} isChanged={isChanged} />}
        {!isUnderstood && <Button onClick={onLeave}>{t('over.again')}</Button>}
        <DiscardButton job={job} onLeave={onLeave} />
      </Group>
    </>
  );
}

function toWhole(job: Job, columns: Columns): Columns {
  return Object.fromEntries(job.columns.map(({ name, field }) => [name, columns[name] ?? field]));
}

/** How many links an import would add or replace. Renamed ones are new. */
function countLinks({ counts, options: { taken } }: Job): number {
  return counts.new + (taken === 'replace' ? counts.taken : 0);
}

function StartButton({ job, isChanged }: { readonly job: Job; readonly isChanged: boolean }) {
  const { run, isPending } = useJobAction(job, 'start');
  const count = countLinks(job);
  const isReady = count > 0 && !isChanged;
  const start = () => {
    if (count === 0) return toast('warning', t('over.start.none'));
    if (isChanged) return toast('warning', t('over.start.check'));
    run();
  };
  return (
    <Button
      // The button still takes a click, and then shows what is missing.
      {...(isReady ? {} : { 'data-disabled': true, 'aria-disabled': true })}
      loading={isPending}
      onClick={start}
    >
      {count === 0 ? t('over.start.none') : t('over.start', toCounted(count))}
    </Button>
  );
}

/** Removes a job that changed nothing. */
export function DiscardButton({ job, onLeave }: JobCheckProps) {
  const { mutate, isPending } = useDeletion();
  const discard = () =>
    mutate(job.id, {
      onSuccess: onLeave,
      onError: toastFailure('over.discard.failed'),
    });
  return (
    <Button variant="default" loading={isPending} onClick={discard}>
      {t('over.discard')}
    </Button>
  );
}
