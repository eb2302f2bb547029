import { InputBase, TextInput } from '@mantine/core';
import { t } from '../language.ts';
import { TagsInput } from '../tags/tags-input.tsx';
import { toTextProps } from './field-props.ts';
import { FieldsSection } from './fields-section.tsx';
import type { SettingsState } from './use-link-settings.ts';
import '../tags/tags.css';

/** The fields that describe a link to visitors and to its owner. */
export function DetailFields({ settings }: { readonly settings: SettingsState }) {
  return (
    <FieldsSection title={t('link.section.about')}>
      <TextInput {...toTextProps(settings, 'title')} label={t('add.page.title')} />
      <TagsInput
        path="tags"
        names={settings.values.tags}
        onChange={(tags) => settings.set({ tags })}
        error={settings.errors.tags}
      />
      <InputBase
        {...toTextProps(settings, 'description')}
        component="textarea"
        multiline
        rows={2}
        label={t('add.description')}
        description={t('add.description.help')}
      />
      <InputBase
        {...toTextProps(settings, 'note')}
        component="textarea"
        multiline
        rows={3}
        label={t('add.note')}
        description={t('add.note.help')}
      />
    </FieldsSection>
  );
}
