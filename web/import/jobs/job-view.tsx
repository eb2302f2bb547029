import { Button, Group } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { t, toCounted } from '../../language.ts';
import { JobCheck } from './job-check.tsx';
import { JobCounts } from './job-counts.tsx';
import { JobFault } from './job-fault.tsx';
import { JobReport, SaveReport, UndoButton, UndoNote } from './job-report.tsx';
import { JobRows } from './job-rows.tsx';
import { isAtWork, useJobAction, type Job } from './jobs.api.ts';
import { Progressing } from './progressing.tsx';

interface JobViewProps {
  readonly job: Job;
  /** The server does not answer; the job is as it was last known. */
  readonly isOffline: boolean;
  /** The administrator has opened the job; the page itself leaves the focus where it is. */
  readonly isChosen: boolean;
  readonly onLeave: () => void;
}

const tones: Partial<Record<Job['state'], string>> = {
  done: 'good',
  stopped: 'warning',
  failed: 'bad',
};

/** A job in any state. */
export function JobView({ job, isOffline, isChosen, onLeave }: JobViewProps) {
  const { id, state } = job;
  return (
    <div className="over-job">
      <div className="migration-head">
        <JobHeading key={`${id} ${state}`} name={job.name} isChosen={isChosen} />
        <output className="over-state muted" data-state={state} data-tone={tones[state]}>
          {t(`over.state.${state}`)}
        </output>
      </div>
      {isOffline && (
        <output className="over-warning" data-tone="warning">
          {t('over.offline')}
        </output>
      )}
      {isAtWork(job) ? (
        <>
          <JobFault job={job} />
          <JobWork job={job} />
        </>
      ) : (
        <RestingJob key={id} job={job} onLeave={onLeave} />
      )}
    </div>
  );
}

interface JobHeadingProps {
  readonly name: string;
  readonly isChosen: boolean;
}

/** Takes the focus that leaves with the controls of the former state. */
function JobHeading({ name, isChosen }: JobHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const isLost = document.activeElement === document.body;
    if (isChosen && isLost) heading.current?.focus({ preventScroll: true });
  }, [isChosen]);
  return (
    <h3 ref={heading} tabIndex={-1} className="over-job-name">
      {t('over.job', { name })}
    </h3>
  );
}

function RestingJob({ job, onLeave }: Pick<JobViewProps, 'job' | 'onLeave'>) {
  if (job.state === 'done') return <JobReport job={job} onLeave={onLeave} />;
  if (job.state === 'undone') return <UndoneJob job={job} onLeave={onLeave} />;
  const isCheck = job.state === 'ready' || job.started_at === null;
  return isCheck ? <JobCheck job={job} onLeave={onLeave} /> : <StoppedJob job={job} />;
}

/** A job that checks, imports or undoes. */
function JobWork({ job }: { readonly job: Job }) {
  const { run: stop, isPending } = useJobAction(job, 'stop');
  const { done, total, ends_at: endsAt } = job.progress;
  const state = job.state as 'checking' | 'running' | 'undoing';
  return (
    <>
      <Progressing
        label={t('over.progress')}
        share={total === 0 ? 0 : done / total}
        endsAt={endsAt}
      />
      <p className="muted">{t(`over.${state}`)}</p>
      {state !== 'undoing' && (
        <Group gap="0.75rem">
          <Button variant="default" loading={isPending} onClick={stop}>
            {t('over.stop')}
          </Button>
        </Group>
      )}
    </>
  );
}

/** An import that stopped halfway, by hand or by a failure. */
function StoppedJob({ job }: { readonly job: Job }) {
  const { run: proceed, isPending } = useJobAction(job, 'start');
  // Its file is where the command ran.
  const isOfCommand = job.error?.key === 'import.command.ended';
  return (
    <>
      <JobFault job={job} />
      {!isOfCommand && <p>{t('over.stopped')}</p>}
      <JobCounts job={job} />
      <UndoNote job={job} />
      <Group gap="0.75rem">
        {!isOfCommand && (
          <Button loading={isPending} onClick={proceed}>
            {t('over.continue')}
          </Button>
        )}
        <SaveReport job={job} />
        <UndoButton job={job} />
      </Group>
    </>
  );
}

function UndoneJob({ job, onLeave }: Pick<JobViewProps, 'job' | 'onLeave'>) {
  return (
    <>
      <p>
        {t('over.undone')}
        {job.counts.kept > 0 && ` ${t('over.undone.kept', toCounted(job.counts.kept))}`}
      </p>
      {job.counts.kept > 0 && <JobRows job={job} kind="kept" />}
      <Group gap="0.75rem">
        <Button onClick={onLeave}>{t('over.again')}</Button>
      </Group>
    </>
  );
}
