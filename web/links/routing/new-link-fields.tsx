import { TextInput } from '@mantine/core';
import { t } from '../../language.ts';
import { urlInput } from '../../ui/fields/plain-input.ts';
import { completeUrl } from '../../urls/typed-url.ts';
import { toInputProps } from '../form/use-link-form.ts';
import { phoneNames, type NewLinkForm } from '../form/visitor-fields.ts';
import { LooksFields } from './looks-fields.tsx';
import { WhoFields } from './who-fields.tsx';
import './routing.css';

interface NewLinkFieldsProps {
  readonly name: keyof typeof fields;
  readonly form: NewLinkForm;
}

/** The fields of an unfolded part of the dialog that adds a link. */
export function NewLinkFields({ name, form }: NewLinkFieldsProps) {
  const Fields = fields[name];
  return <Fields form={form} />;
}

const fields = { rules: PhoneFields, password: WhoFields, social: LooksFields };

function PhoneFields({ form }: { readonly form: NewLinkForm }) {
  const { rules } = form.values;
  return phoneNames.map((name) => (
    <TextInput
      key={name}
      {...toInputProps(
        form,
        `rules.${name}`,
        rules[name],
        (target) => form.set({ rules: { ...rules, [name]: target } }),
        completeUrl,
      )}
      {...urlInput}
      label={t(`preset.phones.${name}`)}
      description={name === 'apple' && t('preset.phones.help')}
    />
  ));
}
