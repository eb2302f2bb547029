import { useRef } from 'react';
import { t } from '../../language.ts';
import { SaveBar } from '../../ui/save-bar.tsx';
import { useSaveKey } from '../../form/use-save-key.ts';
import { BackupSection } from './backup-section.tsx';
import { DomainsSection } from './domains-section.tsx';
import { listChangedSections } from './sections.ts';
import { SettingsContents } from './settings-contents.tsx';
import { SettingsFields } from './settings-fields.tsx';
import { toValues } from './settings-values.ts';
import type { Settings } from './settings.api.ts';
import { StatusSection } from '../status/status-section.tsx';
import { useSettingsForm } from './use-settings-form.ts';

export function SettingsForm({ stored }: { readonly stored: Settings }) {
  const { form, isChanged, isSaving, submit, discard } = useSettingsForm(stored);
  const formElement = useRef<HTMLFormElement>(null);
  useSaveKey(formElement, () => formElement.current?.requestSubmit());
  return (
    <form ref={formElement} className="settings" onSubmit={submit} noValidate>
      <SettingsContents />
      <SettingsFields form={form} />
      <DomainsSection />
      <BackupSection />
      <StatusSection />
      <SaveBar
        changed={
          isChanged
            ? t('settings.changed', {
                sections: listChangedSections(toValues(stored), form.values),
              })
            : null
        }
        isSaving={isSaving}
        onDiscard={discard}
        texts={{
          discard: t('settings.discard'),
          save: t('settings.save'),
          saving: t('settings.saving'),
        }}
      />
    </form>
  );
}
