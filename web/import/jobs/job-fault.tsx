import { t } from '../../language.ts';
import type { Job } from './jobs.api.ts';

/** Says why a job failed or waits. */
export function JobFault({ job: { error, state } }: { readonly job: Job }) {
  if (error === null) return null;
  const isUnknown = error.key === 'import.unknown';
  return (
    <div className={state === 'failed' ? 'migration-failure' : 'over-warning'} role="alert">
      <p>{t(error.key)}</p>
      {isUnknown && error.reason !== '' && (
        <p className="muted over-seen" lang="en">
          {error.reason}
        </p>
      )}
      {isUnknown && <p className="muted">{t('over.unknown.help')}</p>}
    </div>
  );
}
