import { t } from '../../language.ts';
import { explainUnknown } from './explain-unknown.ts';
import type { Job } from './jobs.api.ts';

/** Says why a job failed or waits. */
export function JobFault({ job }: { readonly job: Job }) {
  const { error, state } = job;
  if (error === null) return null;
  const isUnknown = error.key === 'import.unknown';
  const explained = isUnknown ? explainUnknown(job) : null;
  return (
    <div
      className={state === 'failed' ? 'migration-failure' : 'over-warning'}
      data-tone={state === 'failed' ? 'bad' : 'warning'}
      role="alert"
    >
      <p>{t(error.key)}</p>
      {explained !== null && (
        <p className="muted over-seen">{t(explained.key, { seen: explained.seen })}</p>
      )}
      {isUnknown && explained === null && error.reason !== '' && (
        <p className="muted over-seen" lang="en">
          {error.reason}
        </p>
      )}
      {isUnknown && <p className="muted">{t('over.unknown.help')}</p>}
    </div>
  );
}
