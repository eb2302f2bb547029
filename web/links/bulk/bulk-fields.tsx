import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../language.ts';
import { OwnerField } from '../../owners/owner-field.tsx';
import { useMayGive } from '../../owners/owners.api.ts';
import { TagsInput } from '../../tags/tags-input.tsx';
import { ChoiceField } from '../../ui/fields/choice-field.tsx';
import { plainInput } from '../../ui/fields/plain-input.ts';
import { activeChoices, expiryChoices, hasWrongDate, type BulkValues } from './bulk-values.ts';

interface BulkFieldsProps {
  readonly values: BulkValues;
  readonly onChange: (values: Partial<BulkValues>) => void;
}

/** The fields of a bulk edit. An untouched field changes nothing. */
export function BulkFields({ values, onChange }: BulkFieldsProps) {
  const mayGive = useMayGive();
  return (
    <>
      {(['add', 'remove'] as const).map((action) => (
        <TagsInput
          key={action}
          label={t(`bulk.tags.${action}`)}
          help={t(`bulk.tags.${action}.help`)}
          names={values[`${action}Tags`]}
          onChange={(tags) => onChange({ [`${action}Tags`]: tags })}
        />
      ))}
      <ExpiryField values={values} onChange={onChange} />
      <div>
        <ChoiceField
          label={t('bulk.active')}
          mt="0.25rem"
          choices={activeChoices}
          format={(active) => t(activeLabels[active])}
          value={values.active}
          onChange={(active) => onChange({ active })}
        />
      </div>
      {mayGive && (
        <OwnerField
          label={t('bulk.owner')}
          none={t('bulk.keep')}
          owner={values.owner}
          onChange={(owner) => onChange({ owner })}
        />
      )}
      <ReplaceFields values={values} onChange={onChange} />
    </>
  );
}

function ExpiryField({ values, onChange }: BulkFieldsProps) {
  const [isDateLeft, setDateLeft] = useState(false);
  return (
    <div>
      <ChoiceField
        label={t('bulk.expiry')}
        mt="0.25rem"
        choices={expiryChoices}
        format={(expiry) => {
          if (expiry === 'keep') return t('bulk.keep');
          return t(expiry === '0' ? 'bulk.expiry.never' : `bulk.expiry.${expiry}`);
        }}
        value={values.expiry}
        onChange={(expiry) => onChange({ expiry })}
      />
      {values.expiry === 'own' && (
        <TextInput
          mt="xs"
          type="datetime-local"
          label={t('bulk.expiry.until')}
          error={isDateLeft && hasWrongDate(values) && t('bulk.expiry.invalid')}
          value={values.until}
          onChange={({ currentTarget: { value: until } }) => onChange({ until })}
          onBlur={() => setDateLeft(true)}
        />
      )}
    </div>
  );
}

const activeLabels = { keep: 'bulk.keep', '1': 'bulk.active.on', '0': 'bulk.active.off' } as const;

function ReplaceFields({ values, onChange }: BulkFieldsProps) {
  return (
    <div className="bulk-replace">
      <TextInput
        {...plainInput}
        label={t('bulk.find')}
        value={values.find}
        onChange={({ currentTarget: { value: find } }) => onChange({ find })}
      />
      <TextInput
        {...plainInput}
        label={t('bulk.put')}
        description={t('bulk.put.help')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={values.put}
        onChange={({ currentTarget: { value: put } }) => onChange({ put })}
      />
    </div>
  );
}
