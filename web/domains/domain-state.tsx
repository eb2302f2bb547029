import type { UseQueryResult } from '@tanstack/react-query';
import { explainFailure } from '../failure.ts';
import { t } from '../language.ts';
import { describeCheck } from './describe-check.ts';
import type { DomainCheck } from './domains.api.ts';

/** Says whether a domain reaches this site, and what to do if it does not. */
export function DomainState({ check }: { readonly check: UseQueryResult<DomainCheck> }) {
  return (
    <output className="domain-state">
      <StateText {...check} />
    </output>
  );
}

function StateText({ data, error, isFetching }: UseQueryResult<DomainCheck>) {
  if (isFetching) return <span className="muted">{t('domains.checking')}</span>;
  if (error !== null) {
    return <Mark tone="bad" label={explainFailure(error, 'domains.check.failed')} />;
  }
  if (data === undefined) return <span className="muted">{t('domains.unchecked')}</span>;
  const { label, advice, tone } = describeCheck(data, location.protocol === 'https:');
  return (
    <>
      <Mark tone={tone} label={t(label)} />
      {advice !== null && (
        <span className="domain-advice">
          {t(advice)}
          {data.reason !== '' && <code className="domain-reason mono">{data.reason}</code>}
        </span>
      )}
    </>
  );
}

function Mark({ tone, label }: { readonly tone: string; readonly label: string }) {
  return (
    <span className="domain-mark" data-tone={tone}>
      {label}
    </span>
  );
}
