import { Radio, Stack, Switch, TextInput } from '@mantine/core';
import { inAppChoices, redirectStatuses } from '../../../contracts/links/routing.constants.ts';
import { t, toCounted } from '../../language.ts';
import { completeUrl } from '../../urls/typed-url.ts';
import { urlInput } from '../../ui/fields/plain-input.ts';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { InstantField } from '../form/instant-field.tsx';
import { LinkParts } from '../form/link-parts.tsx';
import { toInputProps, toTextProps } from '../form/use-link-form.ts';
import { LooksFields } from './looks-fields.tsx';
import type { SectionName, SectionProps } from './routing-fields.ts';
import { RuleList } from './rule-list.tsx';
import { Simulator } from './simulator.tsx';
import { WhoFields } from './who-fields.tsx';
import '@mantine/core/styles/Radio.css';

interface SectionFieldsProps extends SectionProps {
  readonly name: SectionName;
}

/** The fields of an open section. */
export function SectionFields({ name, ...props }: SectionFieldsProps) {
  const Fields = fields[name];
  return <Fields {...props} />;
}

const fields = {
  where: WhereFields,
  when: WhenFields,
  who: WhoFields,
  looks: LooksFields,
  apps: AppsFields,
  statistics: StatisticsFields,
  try: Simulator,
};

/** The rules of a link and how it redirects. */
function WhereFields(props: SectionProps) {
  const { values, set } = props.form;
  return (
    <>
      <RuleList {...props} />
      <SelectField
        maw="22rem"
        label={t('where.status')}
        description={t(`where.status.${values.redirect_status}`)}
        name="redirect_status"
        choices={redirectStatuses}
        format={(status) => {
          const isTemporary = status === 302 || status === 307;
          return t(isTemporary ? 'where.temporary' : 'where.permanent', { status });
        }}
        value={values.redirect_status}
        onChange={(status) => set({ redirect_status: status })}
      />
      {(['query', 'path'] as const).map((part) => (
        <Switch
          key={part}
          label={t(`where.${part}`)}
          description={t(`where.${part}.help`)}
          checked={values[`forward_${part}`]}
          onChange={({ currentTarget: { checked } }) => set({ [`forward_${part}`]: checked })}
        />
      ))}
    </>
  );
}

function StatisticsFields({ form }: SectionProps) {
  return <LinkParts form={form} names={['statistics']} />;
}

/** When a link works, how often, and where it leads otherwise. */
function WhenFields({ form }: SectionProps) {
  const { link, values, errors, set, leave } = form;
  const putFallback = (url: string) => set({ fallback_url: url });
  return (
    <>
      <LinkParts form={form} names={['expires_at']} />
      <InstantField
        maw="22rem"
        label={t('when.start')}
        description={t('when.start.help')}
        name="starts_at"
        value={values.starts_at}
        error={errors['starts_at']}
        onChange={(typed) => set({ starts_at: typed })}
        onBlur={() => leave('starts_at')}
      />
      <TextInput
        {...toTextProps(form, 'max_clicks')}
        maw="22rem"
        label={t('when.clicks')}
        description={t(
          'when.clicks.help',
          toCounted(link === null ? 0 : link.clicks + link.pending_clicks),
        )}
        inputMode="numeric"
        placeholder={t('when.clicks.none')}
      />
      <TextInput
        {...toInputProps(form, 'fallback_url', values.fallback_url, putFallback, completeUrl)}
        {...urlInput}
        label={t('when.fallback')}
        description={t('when.fallback.help')}
      />
    </>
  );
}

/** What visitors inside apps such as WeChat get. */
function AppsFields({ form: { values, set } }: SectionProps) {
  return (
    <Radio.Group
      name="in_app"
      label={t('apps.label')}
      value={values.in_app}
      onChange={(value) => set({ in_app: inAppChoices.find((choice) => choice === value)! })}
    >
      <Stack gap="0.875rem" pt="0.5rem">
        {inAppChoices.map((choice) => (
          <Radio
            key={choice}
            value={choice}
            label={t(`apps.${choice}`)}
            description={t(`apps.${choice}.help`)}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
