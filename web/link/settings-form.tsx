import { useEffect, useEffectEvent, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { HistoryField } from '../../contracts/history.ts';
import type { Link } from '../../contracts/links.ts';
import { t } from '../language.ts';
import { StatisticsFields } from '../links/statistics-fields.tsx';
import { useUnsavedGuard } from '../use-unsaved-guard.tsx';
import { AddressFields } from './address-fields.tsx';
import { AvailabilityFields } from './availability-fields.tsx';
import { DetailFields } from './detail-fields.tsx';
import { FieldsSection } from './fields-section.tsx';
import { SaveBar } from './save-bar.tsx';
import { useLinkSettings } from './use-link-settings.ts';

/** Everything of a link in one form. */
export function SettingsForm({ link }: { readonly link: Link }) {
  const form = useRef<HTMLFormElement>(null);
  const focusField = (field: HistoryField) => findField(form.current, field)?.focus();
  const settings = useLinkSettings(link, focusField);
  const { values, changed, isSaving, set, discard, submit } = settings;
  useUnsavedGuard(changed.length > 0 && !isSaving);

  const save = useEffectEvent(submit);
  useEffect(() => {
    const saveByKey = (event: KeyboardEvent) => {
      const isSave = event.key === 'Enter' || event.key.toLowerCase() === 's';
      if (!(event.metaKey || event.ctrlKey) || !isSave) return;
      event.preventDefault();
      finishField(form.current);
      save();
    };
    window.addEventListener('keydown', saveByKey);
    return () => window.removeEventListener('keydown', saveByKey);
  }, []);

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
      <SaveBar changed={changed} isSaving={isSaving} onDiscard={discard} />
    </form>
  );
}

function findField(form: HTMLElement | null, field: HistoryField): HTMLElement | null {
  const places = [
    `[name=${field}]`,
    `[data-path=${field}]`,
    `[data-field=${field}] input[type=text]`,
  ];
  return form?.querySelector<HTMLElement>(places.join()) ?? null;
}

/** Has the field that one types in take what stands there, as it does when it is left. */
function finishField(form: HTMLElement | null) {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement) || !form?.contains(activeElement)) return;
  flushSync(() => activeElement.blur());
  activeElement.focus({ preventScroll: true });
}
