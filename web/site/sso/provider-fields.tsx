import { Button, NativeSelect, Switch, TextInput } from '@mantine/core';
import { ApiError } from '../../api.ts';
import { explainFailure } from '../../failure.ts';
import { t } from '../../language.ts';
import { PasswordField } from '../../parts/password-field.tsx';
import { plainInput, urlInput } from '../../ui/fields/plain-input.ts';
import type { ProviderValues } from './provider-values.ts';
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

type Described = 'issuer' | 'name' | 'scopes' | 'domains' | 'hours';
type Flag = 'create' | 'link' | 'second' | 'logout';

function describe(key: Described | Flag) {
  return { label: t(`provider.${key}`), description: t(`provider.${key}.help`) };
}

function toSwitchProps(form: ProviderForm, field: keyof ProviderValues, key: Flag) {
  return { ...form.getInputProps(field, { type: 'checkbox' }), ...describe(key) };
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
          {...describe('issuer')}
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
        name="client-secret"
        autoComplete="off"
      />
      <TextInput
        {...form.getInputProps('name')}
        {...examples.name}
        {...describe('name')}
        name="provider-name"
        autoComplete="off"
      />
      <TextInput
        {...form.getInputProps('scopes')}
        {...plainInput}
        {...describe('scopes')}
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
      <output className="settings-verdict" data-tone={error === null ? 'good' : 'bad'}>
        {data !== undefined && t('provider.test.good', { issuer: data.issuer })}
        {error !== null && explainTest(error)}
      </output>
      {data !== undefined && (
        <p className="note anywhere">
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
      <Switch {...toSwitchProps(form, 'autoCreate', 'create')} />
      {form.values.autoCreate && (
        <TextInput
          {...form.getInputProps('emailDomains')}
          {...examples.domains}
          {...plainInput}
          {...describe('domains')}
          name="email-domains"
        />
      )}
      <Switch {...toSwitchProps(form, 'linkByEmail', 'link')} />
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
        {...describe('hours')}
        name="session-hours"
        inputMode="numeric"
        autoComplete="off"
      />
      <Switch {...toSwitchProps(form, 'asksSecondFactor', 'second')} />
      <Switch {...toSwitchProps(form, 'logsOutThere', 'logout')} />
    </>
  );
}
