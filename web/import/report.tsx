import { locale, t } from '../language.ts';
import { formatNumber } from '../ui/text/format-number.ts';
import { FailedRows } from './failed-rows.tsx';
import type { ImportReport, PartialFile } from './import.api.ts';

const counts = ['imported', 'skipped', 'failed'] as const;

function describePart({ in_file: inFile, in_source: inSource }: PartialFile): string {
  if (inSource === null) return t('migration.partial.unknown');
  return t('migration.partial', {
    shown: formatNumber(inFile, locale),
    total: formatNumber(inSource, locale),
  });
}

/** Shows how many rows of a file became links, and which failed. */
export function Report({ report }: { readonly report: ImportReport }) {
  return (
    <div className="migration-report">
      <dl className="migration-counts">
        {counts.map((name) => (
          <div key={name} data-count={report[name] > 0 ? name : undefined}>
            <dt>{t(`migration.count.${name}`)}</dt>
            <dd className="mono">{formatNumber(report[name], locale)}</dd>
          </div>
        ))}
      </dl>
      {report.partial !== undefined && <p role="note">{describePart(report.partial)}</p>}
      {report.skipped > 0 && <p className="muted">{t('migration.skipped.why')}</p>}
      {report.rows.length > 0 && <FailedRows rows={report.rows} />}
    </div>
  );
}
