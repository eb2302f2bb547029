import { Button, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { confirm } from '../../form/confirm.tsx';
import { useSaveKey } from '../../form/use-save-key.ts';
import { t } from '../../language.ts';
import { toast, toastFailure } from '../../toast.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SaveBar } from '../../parts/save-bar.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { SettingsSection } from '../settings/settings-section.tsx';
import { ConnectionFields, LoginFields, PeopleFields } from './provider-fields.tsx';
import { useSetProvider, type StoredProvider } from './provider.api.ts';
import { RoleFields } from './role-fields.tsx';
import { useProviderForm } from './use-provider-form.ts';

export function ProviderFormView({ stored }: { readonly stored: StoredProvider }) {
  const { form, isChanged, isSaving, submit, discard, clear } = useProviderForm(stored);
  const element = useRef<HTMLFormElement>(null);
  const isFixed = stored.is_from_environment === 1;
  useSaveKey(element, () => {
    if (!isFixed) element.current?.requestSubmit();
  });
  return (
    <form ref={element} className="settings" onSubmit={submit} noValidate>
      {stored.callback === '' && (
        <Notice title={t('provider.base.missing')} text={t('provider.base.missing.text')} />
      )}
      {isFixed && <p className="note">{t('provider.fixed')}</p>}
      <SettingsSection title={t('provider.callback')} about={t('provider.callback.about')}>
        {stored.callback !== '' && <CallbackAddress url={stored.callback} />}
      </SettingsSection>
      <fieldset disabled={isFixed} className="provider-fields">
        <SettingsSection title={t('provider.connection')} about={t('provider.connection.about')}>
          <ConnectionFields form={form} stored={stored} />
        </SettingsSection>
        <SettingsSection title={t('people.title')} about={t('provider.people.about')}>
          <PeopleFields form={form} />
        </SettingsSection>
        <SettingsSection title={t('provider.roles')} about={t('provider.roles.about')}>
          <RoleFields form={form} />
        </SettingsSection>
        <SettingsSection title={t('provider.logins')} about={t('provider.logins.about')}>
          <LoginFields form={form} />
        </SettingsSection>
      </fieldset>
      {stored.settings !== null && !isFixed && (
        <SettingsSection title={t('provider.off')} about={t('provider.off.about')}>
          <OffButton onOff={clear} />
        </SettingsSection>
      )}
      <SaveBar
        changed={isChanged ? t('provider.changed') : null}
        isSaving={isSaving}
        onDiscard={discard}
      />
    </form>
  );
}

function CallbackAddress({ url }: { readonly url: string }) {
  return (
    <div>
      <TextInput
        label={t('provider.callback.label')}
        value={url}
        readOnly
        spellCheck={false}
        classNames={{ input: 'mono' }}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <CopyButton
        variant="default"
        size="xs"
        mt="sm"
        text={url}
        label={t('provider.callback.copy')}
      />
    </div>
  );
}

function OffButton({ onOff }: { readonly onOff: () => void }) {
  const { mutateAsync, isPending } = useSetProvider();
  const turnOff = async () => {
    const isSure = await confirm({
      title: t('provider.off.title'),
      content: t('provider.off.text'),
      yes: t('provider.off.yes'),
      isDangerous: true,
    });
    if (!isSure) return;
    // The button goes before the outcome is known here.
    try {
      await mutateAsync({});
      onOff();
      toast('success', t('provider.off.done'));
    } catch (error) {
      toastFailure('provider.save.failed')(error);
    }
  };
  return (
    <Button
      variant="default"
      color="red"
      me="auto"
      disabled={isPending}
      onClick={() => void turnOff()}
    >
      {t('provider.off.yes')}
    </Button>
  );
}
