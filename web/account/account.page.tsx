import { Box, Button, NativeSelect, Skeleton, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useAppInfo, type AppInfo } from '../app-info.ts';
import { LoadFailure } from '../failure-notice.tsx';
import { t } from '../language.ts';
import { PasswordField } from '../parts/password-field.tsx';
import { plainInput } from '../ui/fields/plain-input.ts';
import { PageHead } from '../ui/page-head.tsx';
import { useDocumentTitle } from '../use-document-title.ts';
import { FactorList } from './factors/factor-list.tsx';
import { OwnData } from './own-data.tsx';
import { SsoConnection } from './sso/sso-connection.tsx';
import { SessionList } from './sessions/session-list.tsx';
import { useProfileForm } from './use-profile-form.ts';
import './account-form.css';

const languages = [
  { value: 'en', label: 'English' },
  { value: 'zh', label: '中文' },
];

export function AccountPage() {
  useDocumentTitle(t('account.title'));
  const query = useAppInfo();
  return (
    <>
      <div className="account">
        <PageHead title={t('account.title')} />
        {query.isError && <LoadFailure title={t('account.load.failed')} query={query} />}
        {query.isPending && <Skeleton height={320} aria-label={t('account.loading')} />}
        {query.data !== undefined && <ProfileForm info={query.data} />}
        <FactorList />
        <SsoConnection />
      </div>
      <SessionList />
      <OwnData />
      <Box component="p" c="dimmed" mt="1.5rem">
        <Link to="/admin/$name" params={{ name: 'audit' }} search={{}}>
          {t('account.audit')}
        </Link>
      </Box>
    </>
  );
}

export function ProfileForm({ info }: { readonly info: AppInfo }) {
  const { form, hasPassword, isPending, submit } = useProfileForm(info);
  return (
    <form className="account-form" onSubmit={submit} noValidate aria-label={t('account.title')}>
      <TextInput
        {...form.getInputProps('username')}
        {...plainInput}
        label={t('login.username')}
        description={t('init.username.help')}
        name="username"
        autoComplete="username"
      />
      <TextInput
        {...form.getInputProps('email')}
        label={t('init.email')}
        type="email"
        inputMode="email"
        name="email"
        autoComplete="email"
      />
      <NativeSelect
        {...form.getInputProps('language')}
        label={t('account.language')}
        description={t('account.language.help')}
        name="language"
        data={
          info.language === ''
            ? [{ value: '', label: t('account.language.none') }, ...languages]
            : languages
        }
      />
      {hasPassword && (
        <PasswordField
          {...form.getInputProps('password')}
          label={t('account.password')}
          description={t('account.password.help')}
          name="password"
          autoComplete="current-password"
        />
      )}
      <Button type="submit" me="auto" disabled={isPending}>
        {t(isPending ? 'saving' : 'account.save')}
      </Button>
    </form>
  );
}
