import { InputBase, Switch, TextInput } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, type ChangeEvent } from 'react';
import type { HistoryField } from '../../contracts/history.ts';
import type { Link } from '../../contracts/links.ts';
import { t } from '../language.ts';
import { ValidityField } from '../links/validity-field.tsx';
import { shortLinkPrefix } from '../short-link.ts';
import { completeUrl } from '../typed-url.ts';
import { FramedInput } from '../ui/framed-input.tsx';
import { useUnsavedGuard } from '../use-unsaved-guard.tsx';
import { FieldsSection } from './fields-section.tsx';
import { SaveBar } from './save-bar.tsx';
import { useLinkSettings } from './use-link-settings.ts';

type TextField = 'long_url' | 'title' | 'description' | 'short_url';
type SwitchField = 'is_active' | 'is_count_only' | 'shows_numbers';

/** Everything of a link in one form. */
export function SettingsForm({ link }: { readonly link: Link }) {
  const form = useRef<HTMLFormElement>(null);
  const focusField = (field: HistoryField) =>
    form.current
      ?.querySelector<HTMLElement>(`[name=${field}], [data-field=${field}] input`)
      ?.focus();
  const settings = useLinkSettings(link, focusField);
  const { values, changed, errors, isSaving, set, leave, discard, submit } = settings;
  useUnsavedGuard(changed.length > 0 && !isSaving);

  const saveByKey = useEffectEvent((event: KeyboardEvent) => {
    const isSave = event.key === 'Enter' || event.key.toLowerCase() === 's';
    if (!(event.metaKey || event.ctrlKey) || !isSave) return;
    event.preventDefault();
    submit();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => saveByKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);

  const text = (name: TextField) => ({
    name,
    value: values[name],
    error: errors[name],
    autoComplete: 'off',
    onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      set({ [name]: value }),
    onBlur: () => leave(name),
  });
  const toggle = (name: SwitchField) => ({
    name,
    checked: values[name],
    onChange: ({ currentTarget: { checked } }: ChangeEvent<HTMLInputElement>) =>
      set({ [name]: checked }),
  });
  // The server leaves the switch of an expired link as it is.
  const isOver = link.state === 'expired' && !changed.includes('expires_at');

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
      <FieldsSection title={t('link.section.target')}>
        <TextInput
          {...text('long_url')}
          label={t('add.long')}
          description={t('add.long.help')}
          type="url"
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          onBlur={() => {
            // What is stored may hold what would be taken for the end of a sentence around it.
            if (changed.includes('long_url')) set({ long_url: completeUrl(values.long_url) });
            leave('long_url');
          }}
        />
        <FramedInput
          {...text('short_url')}
          label={t('add.code')}
          help={
            changed.includes('short_url')
              ? t('edit.code.warning', { code: link.short_url })
              : t('edit.code.help')
          }
          prefix={shortLinkPrefix()}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
        />
      </FieldsSection>
      <FieldsSection title={t('link.section.about')}>
        <TextInput {...text('title')} label={t('add.page.title')} />
        <InputBase
          {...text('description')}
          component="textarea"
          multiline
          rows={2}
          label={t('add.description')}
          description={t('add.description.help')}
        />
      </FieldsSection>
      <FieldsSection title={t('link.section.validity')}>
        <Switch
          {...toggle('is_active')}
          label={t('link.active')}
          description={t(isOver ? 'link.active.over' : 'link.active.help')}
          disabled={isOver}
        />
        <div data-field="expires_at">
          <ValidityField
            value={values.expires_at}
            error={errors.expires_at}
            onChange={(validity) => set({ expires_at: validity })}
            onBlur={() => leave('expires_at')}
          />
        </div>
      </FieldsSection>
      <FieldsSection title={t('edit.statistics')}>
        <Switch
          {...toggle('is_count_only')}
          label={t('edit.count.only')}
          description={t('edit.count.only.help')}
        />
        <Switch {...toggle('shows_numbers')} label={t('edit.shows.numbers')} />
      </FieldsSection>
      <SaveBar changed={changed} isSaving={isSaving} onDiscard={discard} />
    </form>
  );
}
