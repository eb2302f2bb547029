import { NativeSelect, Switch, TextInput } from '@mantine/core';
import { TAG_MAX } from '../../../contracts/links/tag-names.ts';
import { DomainField } from '../../domains/domain-field.tsx';
import { t } from '../../language.ts';
import { plainInput } from '../../ui/fields/plain-input.ts';
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
      <NativeSelect
        label={t('over.taken')}
        description={taken === 'replace' && t('over.taken.replace.help')}
        value={taken}
        data={takenChoices.map((value) => ({ value, label: t(`over.taken.${value}`) }))}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...options, taken: value as (typeof takenChoices)[number] })
        }
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
      <NativeSelect
        label={t('over.day')}
        value={findDayChoice(options.day_first)}
        data={(Object.keys(dayChoices) as DayChoice[]).map((value) => ({
          value,
          label: t(`over.day.${value}`),
        }))}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...options, day_first: dayChoices[value as DayChoice] })
        }
      />
    </>
  );
}

function DomainFields({ job, options, onChange }: JobOptionsProps) {
  return (
    <>
      {job.domains.length > 0 && (
        <NativeSelect
          label={t('over.domains.field')}
          value={options.domains}
          data={domainChoices.map((value) => ({ value, label: t(`over.domains.${value}`) }))}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...options, domains: value as (typeof domainChoices)[number] })
          }
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
