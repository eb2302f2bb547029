import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { confirm } from '../../form/confirm.tsx';
import { t, toCounted } from '../../language.ts';
import { toastFailure } from '../../toast.tsx';
import { IconAction } from '../../ui/icon-action.tsx';
import { When } from '../../parts/when.tsx';
import { isAtWork, useDeletion, type Job } from './jobs.api.ts';

interface JobListProps {
  readonly jobs: readonly Job[];
  readonly onOpen: (id: number) => void;
}

/** The former jobs, newest first. */
export function JobList({ jobs, onOpen }: JobListProps) {
  const deletion = useDeletion();
  if (jobs.length === 0) return null;
  const remove = async ({ id, name }: Job) => {
    const isSure = await confirm({
      title: t('over.jobs.delete.title', { name }),
      content: <p>{t('over.jobs.delete.about')}</p>,
      yes: t('over.jobs.delete.yes'),
      isDangerous: true,
    });
    if (!isSure) return;
    deletion.mutate(id, {
      onError: toastFailure('over.jobs.delete.failed'),
    });
  };
  return (
    <section className="over-jobs" aria-labelledby="over-jobs">
      <h3 id="over-jobs" className="migration-subheading">
        {t('over.jobs')}
      </h3>
      <ul>
        {jobs.map((job) => (
          <li key={job.id} className="over-former">
            <div>
              <Button
                variant="transparent"
                size="compact-sm"
                className="over-former-name"
                aria-label={t('over.jobs.open', { name: job.name })}
                onClick={() => onOpen(job.id)}
              >
                <span className="cut">{job.name}</span>
              </Button>
              <p className="note">
                {t(`over.state.${job.state}`)}
                {job.state === 'done' && ` · ${t('over.done', toCounted(job.counts.new))}`} ·{' '}
                <When at={job.created_at} />
                {job.by !== '' && ` · ${t('over.jobs.by', { name: job.by })}`}
              </p>
            </div>
            {!isAtWork(job) && (
              <IconAction
                size="2rem"
                label={t('over.jobs.delete', { name: job.name })}
                onClick={() => void remove(job)}
              >
                <IconTrash size={18} aria-hidden />
              </IconAction>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
