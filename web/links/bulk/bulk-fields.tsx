import { Input, SegmentedControl, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { t, type TextKey } from '../../language.ts';
import { TagsInput } from '../../tags/tags-input.tsx';
import { plainInput } from '../../ui/plain-input.ts';
import { activeChoices, expiryChoices, hasWrongDate, type BulkValues } from './bulk-values.ts';

interface BulkFieldsProps {
  readonly values: BulkValues;
  readonly onChange: (values: Partial<BulkValues>) => void;
}

const expiryLabels: Readonly<Record<BulkValues['expiry'], TextKey>> = {
  keep: 'bulk.keep',
  '0': 'bulk.expiry.never',
  '7': 'bulk.expiry.7',
  '30': 'bulk.expiry.30',
  own: 'bulk.expiry.own',
};
const activeLabels: Readonly<Record<BulkValues['active'], TextKey>> = {
  keep: 'bulk.keep',
  '1': 'bulk.active.on',
  '0': 'bulk.active.off',
};

/** The fields of a bulk edit. An untouched field changes nothing. */
export function BulkFields({ values, onChange }: BulkFieldsProps) {
  return (
    <>
      <TagsInput
        label={t('bulk.tags.add')}
        help={t('bulk.tags.add.help')}
        names={values.addTags}
        onChange={(addTags) => onChange({ addTags })}
      />
      <TagsInput
        label={t('bulk.tags.remove')}
        help={t('bulk.tags.remove.help')}
        names={values.removeTags}
        onChange={(removeTags) => onChange({ removeTags })}
      />
      <ExpiryField values={values} onChange={onChange} />
      <ActiveField values={values} onChange={onChange} />
      <ReplaceFields values={values} onChange={onChange} />
    </>
  );
}

function ExpiryField({ values, onChange }: BulkFieldsProps) {
  const id = useId();
  const [isDateLeft, setDateLeft] = useState(false);
  return (
    <div>
      <Input.Label id={id} component="span">
        {t('bulk.expiry')}
      </Input.Label>
      <SegmentedControl
        aria-labelledby={id}
        className="bulk-choice"
        fullWidth
        withItemsBorders={false}
        size="xs"
        data={expiryChoices.map((value) => ({ value, label: t(expiryLabels[value]) }))}
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

function ActiveField({ values, onChange }: BulkFieldsProps) {
  const id = useId();
  return (
    <div>
      <Input.Label id={id} component="span">
        {t('bulk.active')}
      </Input.Label>
      <SegmentedControl
        aria-labelledby={id}
        className="bulk-choice"
        fullWidth
        withItemsBorders={false}
        size="xs"
        data={activeChoices.map((value) => ({ value, label: t(activeLabels[value]) }))}
        value={values.active}
        onChange={(active) => onChange({ active })}
      />
    </div>
  );
}

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
