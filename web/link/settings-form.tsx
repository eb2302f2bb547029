import { useRef } from 'react';
import type { Link } from '../../contracts/links.ts';
import { t } from '../language.ts';
import { StatisticsFields } from '../links/statistics-fields.tsx';
import { SaveBar } from '../ui/save-bar.tsx';
import { useSaveKey } from '../use-save-key.ts';
import { useUnsavedGuard } from '../use-unsaved-guard.tsx';
import { AddressFields } from './address-fields.tsx';
import { AvailabilityFields } from './availability-fields.tsx';
import { DetailFields } from './detail-fields.tsx';
import { formatFieldNames } from './field-names.ts';
import { FieldsSection } from './fields-section.tsx';
import { RoutingSections } from './routing/routing-sections.tsx';
import { useLinkSettings } from './use-link-settings.ts';

/** All settings of a link in one form. */
export function SettingsForm({ link }: { readonly link: Link }) {
  const form = useRef<HTMLFormElement>(null);
  const focusField = (path: string) => findField(form.current, path)?.focus();
  const settings = useLinkSettings(link, focusField);
  const { values, changed, isSaving, set, discard, submit } = settings;
  useUnsavedGuard(changed.length > 0 && !isSaving);

  useSaveKey(form, submit);

  return (
    <form
      ref={form}
      className="link-settings"
      aria-label={t('link.settings')}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      noValidate
    >
      <AddressFields link={link} settings={settings} />
      <DetailFields settings={settings} />
      <AvailabilityFields link={link} settings={settings} />
      <FieldsSection title={t('edit.statistics')}>
        <StatisticsFields
          isCountOnly={values.is_count_only}
          showsNumbers={values.shows_numbers}
          onCountOnly={(isOn) => set({ is_count_only: isOn })}
          onShowsNumbers={(isOn) => set({ shows_numbers: isOn })}
        />
      </FieldsSection>
      <RoutingSections link={link} settings={settings} />
      <SaveBar
        changed={
          changed.length > 0 ? t('link.changed', { fields: formatFieldNames(changed) }) : null
        }
        isSaving={isSaving}
        onDiscard={discard}
        texts={{
          discard: t('link.discard'),
          save: t('edit.submit'),
          saving: t('edit.submitting'),
        }}
      />
    </form>
  );
}

function findField(form: HTMLElement | null, path: string): HTMLElement | null {
  const places = [
    `[name="${path}"]`,
    `[data-path="${path}"]`,
    `[data-field="${path}"] input[type=text]`,
  ];
  return form?.querySelector<HTMLElement>(places.join()) ?? null;
}
