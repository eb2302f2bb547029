import { Button, Stack, TextInput } from '@mantine/core';
import { useRef, type ReactNode } from 'react';
import { explainFailure } from '../../failure.ts';
import { confirm } from '../../form/confirm.tsx';
import { useSaveKey } from '../../form/use-save-key.ts';
import { t, type TextKey } from '../../language.ts';
import { toast } from '../../toast.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SaveBar } from '../../ui/save-bar.tsx';
import { CopyButton } from '../../ui/text/copy-button.tsx';
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
      <Section name="callback">
        {stored.callback !== '' && <CallbackAddress url={stored.callback} />}
      </Section>
      <fieldset disabled={isFixed} className="provider-fields">
        <Section name="connection">
          <ConnectionFields form={form} stored={stored} />
        </Section>
        <Section name="people">
          <PeopleFields form={form} />
        </Section>
        <Section name="roles">
          <RoleFields form={form} />
        </Section>
        <Section name="logins">
          <LoginFields form={form} />
        </Section>
      </fieldset>
      {stored.settings !== null && !isFixed && (
        <Section name="off">
          <OffButton onOff={clear} />
        </Section>
      )}
      <SaveBar
        changed={isChanged ? t('provider.changed') : null}
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
        copiedLabel={t('copied')}
        onFail={() => toast('warning', t('copy.failed'))}
      />
    </div>
  );
}

interface SectionProps {
  readonly name: 'callback' | 'connection' | 'people' | 'roles' | 'logins' | 'off';
  readonly children: ReactNode;
}

const titles: Readonly<Record<SectionProps['name'], readonly [TextKey, TextKey]>> = {
  callback: ['provider.callback', 'provider.callback.about'],
  connection: ['provider.connection', 'provider.connection.about'],
  people: ['provider.people', 'provider.people.about'],
  roles: ['provider.roles', 'provider.roles.about'],
  logins: ['provider.logins', 'provider.logins.about'],
  off: ['provider.off', 'provider.off.about'],
};

function Section({ name, children }: SectionProps) {
  const [title, about] = titles[name];
  return (
    <section aria-labelledby={`provider-${name}`} className="settings-section">
      <div>
        <h2 id={`provider-${name}`} className="settings-heading section-title">
          {t(title)}
        </h2>
        <p className="settings-about note">{t(about)}</p>
      </div>
      <Stack gap="lg" miw={0} className="settings-fields">
        {children}
      </Stack>
    </section>
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
    } catch (error) {
      toast('error', explainFailure(error, 'provider.save.failed'));
      return;
    }
    onOff();
    toast('success', t('provider.off.done'));
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
