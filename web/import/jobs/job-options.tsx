import { NativeSelect, Switch, TextInput } from '@mantine/core';
import { TAG_MAX } from '../../../contracts/links/tag-names.ts';
import { DomainField } from '../../domains/domain-field.tsx';
import { t } from '../../language.ts';
import { plainInput } from '../../ui/fields/plain-input.ts';
import { SelectField } from '../../ui/fields/select-field.tsx';
import type { Job, JobOptions } from './jobs.api.ts';

interface JobOptionsProps {
  readonly job: Job;
  readonly options: JobOptions;
  readonly onChange: (options: JobOptions) => void;
}

const domainChoices = ['main', 'add', 'skip'] as const;
const takenChoices = ['fail', 'keep', 'rename', 'replace'] as const;
const dayChoices = { auto: null, first: 1, month: 0 } as const;
type DayChoice = keyof typeof dayChoices;

function findDayChoice(dayFirst: JobOptions['day_first']): DayChoice {
  if (dayFirst === null) return 'auto';
  return dayFirst === 1 ? 'first' : 'month';
}

/** What decides about the rows of a file. */
export function JobOptionFields(props: JobOptionsProps) {
  return (
    <section aria-labelledby="over-options">
      <h4 id="over-options" className="migration-subheading">
        {t('over.options')}
      </h4>
      <div className="over-options">
        <LinkFields {...props} />
        <DateFields {...props} />
        <DomainFields {...props} />
        <VisitsField {...props} />
      </div>
    </section>
  );
}

function LinkFields({ options, onChange }: JobOptionsProps) {
  const { taken, tag } = options;
  return (
    <>
      <SelectField
        label={t('over.taken')}
        description={taken === 'replace' && t('over.taken.replace.help')}
        choices={takenChoices}
        format={(choice) => t(`over.taken.${choice}`)}
        value={taken}
        onChange={(choice) => onChange({ ...options, taken: choice })}
      />
      <TextInput
        {...plainInput}
        label={t('over.tag')}
        description={t('over.tag.help')}
        maxLength={TAG_MAX}
        value={tag}
        onChange={({ currentTarget: { value } }) => onChange({ ...options, tag: value })}
      />
    </>
  );
}

function DateFields({ options, onChange }: JobOptionsProps) {
  return (
    <>
      <NativeSelect
        label={t('over.zone')}
        description={t('over.zone.help')}
        value={options.time_zone}
        data={['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]}
        onChange={({ currentTarget: { value } }) => onChange({ ...options, time_zone: value })}
      />
      <SelectField
        label={t('over.day')}
        choices={Object.keys(dayChoices) as DayChoice[]}
        format={(choice) => t(`over.day.${choice}`)}
        value={findDayChoice(options.day_first)}
        onChange={(choice) => onChange({ ...options, day_first: dayChoices[choice] })}
      />
    </>
  );
}

function DomainFields({ job, options, onChange }: JobOptionsProps) {
  return (
    <>
      {job.domains.length > 0 && (
        <SelectField
          label={t('over.domains.field')}
          choices={domainChoices}
          format={(choice) => t(`over.domains.${choice}`)}
          value={options.domains}
          onChange={(choice) => onChange({ ...options, domains: choice })}
        />
      )}
      <DomainField value={options.domain} onChange={(domain) => onChange({ ...options, domain })} />
    </>
  );
}

function VisitsField({ job, options, onChange }: JobOptionsProps) {
  if (job.clicks.with_details === 0 && options.visits === 1) return null;
  return (
    <Switch
      label={t('over.visits')}
      description={t('over.visits.help')}
      checked={options.visits === 1}
      onChange={({ currentTarget: { checked } }) =>
        onChange({ ...options, visits: checked ? 1 : 0 })
      }
    />
  );
}
