import { Button, NativeSelect, Switch, TextInput } from '@mantine/core';
import { ApiError } from '../../api.ts';
import { explainFailure } from '../../failure.ts';
import { t } from '../../language.ts';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { plainInput, urlInput } from '../../ui/fields/plain-input.ts';
import { useTestProvider, type StoredProvider } from './provider.api.ts';
import type { ProviderForm } from './use-provider-form.ts';

const examples = {
  issuer: { placeholder: 'https://' },
  name: { placeholder: 'SSO' },
  domains: { placeholder: 'example.com' },
} as const;

interface FieldsProps {
  readonly form: ProviderForm;
}

interface ConnectionFieldsProps extends FieldsProps {
  readonly stored: StoredProvider;
}

/** How Brisk and the provider find and trust each other. */
export function ConnectionFields({ form, stored }: ConnectionFieldsProps) {
  return (
    <>
      <div>
        <TextInput
          {...form.getInputProps('issuer')}
          {...urlInput}
          {...examples.issuer}
          label={t('provider.issuer')}
          description={t('provider.issuer.help')}
          name="issuer"
        />
        <ProviderTest issuer={form.values.issuer} />
      </div>
      <TextInput
        {...form.getInputProps('clientId')}
        {...plainInput}
        label={t('provider.client')}
        name="client-id"
      />
      <PasswordField
        {...form.getInputProps('clientSecret')}
        label={t('provider.secret')}
        description={stored.has_secret === 1 ? t('provider.secret.kept') : undefined}
        toggleLabel={t('password.toggle')}
        name="client-secret"
        autoComplete="off"
      />
      <TextInput
        {...form.getInputProps('name')}
        {...examples.name}
        label={t('provider.name')}
        description={t('provider.name.help')}
        name="provider-name"
        autoComplete="off"
      />
      <TextInput
        {...form.getInputProps('scopes')}
        {...plainInput}
        label={t('provider.scopes')}
        description={t('provider.scopes.help')}
        name="scopes"
      />
    </>
  );
}

/** Asks the provider what it offers, before anything is saved. */
function ProviderTest({ issuer }: { readonly issuer: string }) {
  const { mutate, data, error, isPending, reset } = useTestProvider();
  const test = () => {
    reset();
    mutate(issuer.trim());
  };
  return (
    <>
      <Button
        variant="default"
        size="xs"
        mt="sm"
        disabled={isPending || issuer.trim() === ''}
        onClick={test}
      >
        {t(isPending ? 'provider.testing' : 'provider.test')}
      </Button>
      <output className="settings-verdict" data-verdict={error === null ? 'open' : 'blocked'}>
        {data !== undefined && t('provider.test.good', { issuer: data.issuer })}
        {error !== null && explainTest(error)}
      </output>
      {data !== undefined && (
        <p className="note provider-facts">
          {t('provider.test.scopes', { names: data.scopes.join(', ') || '–' })}
          <br />
          {t('provider.test.claims', { names: data.claims.join(', ') || '–' })}
          <br />
          {t(data.end_session_endpoint === '' ? 'provider.test.stays' : 'provider.test.leaves')}
        </p>
      )}
    </>
  );
}

/** The reason is in English: it comes from the connection. */
function explainTest(error: unknown): string {
  const reason = error instanceof ApiError ? error.issues[0]?.reason : undefined;
  if (reason === undefined) return explainFailure(error, 'provider.test.failed');
  return t('provider.test.bad', { reason });
}

/** Who gets an account, or is connected with one. */
export function PeopleFields({ form }: FieldsProps) {
  return (
    <>
      <Switch
        {...form.getInputProps('autoCreate', { type: 'checkbox' })}
        label={t('provider.create')}
        description={t('provider.create.help')}
      />
      {form.values.autoCreate && (
        <TextInput
          {...form.getInputProps('emailDomains')}
          {...examples.domains}
          {...plainInput}
          label={t('provider.domains')}
          description={t('provider.domains.help')}
          name="email-domains"
        />
      )}
      <Switch
        {...form.getInputProps('linkByEmail', { type: 'checkbox' })}
        label={t('provider.link')}
        description={t('provider.link.help')}
      />
    </>
  );
}

/** What a login by single sign-on is, and what other logins remain. */
export function LoginFields({ form }: FieldsProps) {
  return (
    <>
      <NativeSelect
        {...form.getInputProps('passwordLogin')}
        label={t('provider.password')}
        description={t('provider.password.help')}
        name="password-login"
        data={[
          { value: 'all', label: t('provider.password.all') },
          { value: 'owners', label: t('provider.password.owners') },
        ]}
      />
      <TextInput
        {...form.getInputProps('sessionHours')}
        className="settings-number"
        label={t('provider.hours')}
        description={t('provider.hours.help')}
        name="session-hours"
        inputMode="numeric"
        autoComplete="off"
      />
      <Switch
        {...form.getInputProps('asksSecondFactor', { type: 'checkbox' })}
        label={t('provider.second')}
        description={t('provider.second.help')}
      />
      <Switch
        {...form.getInputProps('logsOutThere', { type: 'checkbox' })}
        label={t('provider.logout')}
        description={t('provider.logout.help')}
      />
    </>
  );
}
