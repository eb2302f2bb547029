import { useEffect, useRef } from 'react';
import { useSaveKey } from '../../form/use-save-key.ts';
import { useLacks } from '../../app-info.ts';
import { t } from '../../language.ts';
import { SaveBar } from '../../parts/save-bar.tsx';
import { StatusSection } from '../status/status-list.tsx';
import { BackupSection } from './backup-section.tsx';
import { listChangedSections, sectionTitles } from './sections.ts';
import { SettingsFields } from './settings-fields.tsx';
import { toValues } from './settings-values.ts';
import type { Settings } from './settings.api.ts';
import { useSettingsForm } from './use-settings-form.ts';

export function SettingsForm({ stored }: { readonly stored: Settings }) {
  const { form, isChanged, isSaving, submit, discard } = useSettingsForm(stored);
  const lacksBackup = useLacks('backup');
  const formElement = useRef<HTMLFormElement>(null);
  useSaveKey(formElement, () => formElement.current?.requestSubmit());
  return (
    <form ref={formElement} className="settings" onSubmit={submit} noValidate>
      <SettingsContents />
      <SettingsFields form={form} />
      {!lacksBackup && <BackupSection />}
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
      />
    </form>
  );
}

/** Links to each section. When the address names a section, scrolls to it. */
function SettingsContents() {
  const lacks: Record<string, boolean> = {
    html: useLacks('html'),
    sso: useLacks('sign-in'),
    backup: useLacks('backup'),
  };
  const shown = Object.entries(sectionTitles).filter(([section]) => lacks[section] !== true);
  useEffect(() => {
    // In braces: browsers may return a promise, which is no way to undo the effect.
    document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, []);
  return (
    <nav aria-label={t('settings.contents')}>
      <ul className="settings-contents">
        {shown.map(([section, title]) => (
          <li key={section}>
            <a href={`#${section}`}>{t(title)}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
