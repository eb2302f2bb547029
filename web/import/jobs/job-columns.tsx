import { columnFields } from '../../../contracts/import.constants.ts';
import { t } from '../../language.ts';
import { SelectField } from '../../ui/fields/select-field.tsx';
import type { ColumnField, Columns, Job } from './jobs.api.ts';

interface JobColumnsProps {
  readonly job: Job;
  /** By the name of the column. */
  readonly columns: Columns;
  readonly isRemembered: boolean;
  readonly onChange: (name: string, field: ColumnField) => void;
}

/** Says what each column of a table holds, and shows its first values. */
export function JobColumns({ job, columns, isRemembered, onChange }: JobColumnsProps) {
  const hasTarget = job.columns.some(({ name, field }) => (columns[name] ?? field) === 'long_url');
  return (
    <section aria-labelledby="over-columns">
      <h4 id="over-columns" className="migration-subheading">
        {t('over.columns')}
      </h4>
      <p className="note">{t(isRemembered ? 'over.columns.remembered' : 'over.columns.about')}</p>
      {!hasTarget && (
        <p className="migration-failure" data-tone="bad" role="alert">
          {t('over.columns.missing')}
        </p>
      )}
      <ul className="over-columns rows">
        {job.columns.map(({ name, field, samples }) => (
          <li key={name} className="over-column">
            <span className="anywhere mono">{name}</span>
            <SelectField
              size="xs"
              aria-label={t('over.column.of', { name })}
              choices={columnFields}
              format={nameField}
              value={columns[name] ?? field}
              onChange={(chosen) => onChange(name, chosen)}
            />
            <span className="over-column-samples mono note cut" title={samples.join('\n')}>
              {samples.join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function nameField(field: ColumnField): string {
  return t(field === '' ? 'over.field.none' : `over.field.${field}`);
}
