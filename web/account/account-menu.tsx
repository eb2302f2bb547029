import { Menu, Avatar, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  IconApi,
  IconBrandGithub,
  IconHelpCircle,
  IconHome,
  IconLock,
  IconLogout,
  IconUser,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState, type ComponentProps } from 'react';
import { useAppInfo } from '../app-info.ts';
import { t } from '../language.ts';
import { LateMenu } from '../ui/late-menu.tsx';
import { helpUrl, repositoryUrl } from '../project.ts';
import { useConfirmLogout, useLogoutWithToast } from './use-logout.tsx';

const loadDialog = async () => ({
  default: (await import('./change-password-form.tsx')).ChangePasswordDialog,
});
const ChangePasswordDialog = lazy(loadDialog);

const newTab = { target: '_blank', rel: 'noopener' };

/** The links of the bar. On a phone, the menu holds them because the bar has no room. */
export const siteLinks = [
  { label: 'nav.home', href: '/', Icon: IconHome },
  { label: 'nav.help', href: helpUrl, Icon: IconHelpCircle, ...newTab },
  { label: 'nav.docs', href: '/docs', Icon: IconApi, ...newTab },
  { label: 'nav.source', href: repositoryUrl, Icon: IconBrandGithub, ...newTab },
] as const;

export function AccountMenu() {
  const info = useAppInfo().data;
  const { username: name = '', avatar_url: avatarUrl = '' } = info ?? {};
  const leave = useLogoutWithToast();
  const confirmLeave = useConfirmLogout();
  // A loaded dialog opens within the event of the menu, so it gets the next key.
  const [isLoaded, setIsLoaded] = useState(false);
  const preload = () =>
    void loadDialog().then(
      () => setIsLoaded(true),
      () => undefined,
    );
  const [isChanging, setIsChanging] = useState(false);
  const isNarrow = useMediaQuery('(max-width: 30em)', undefined, {
    getInitialValueInEffect: false,
  });
  const shownLinks = isNarrow ? siteLinks : [];
  return (
    <>
      <LateMenu
        onOpen={preload}
        button={<AccountButton className="shell-account" name={name} avatarUrl={avatarUrl} />}
      >
        {info !== undefined && <Identity name={info.username} email={info.email} />}
        {info?.is_limited !== 1 && (
          <OwnItems hasPassword={info?.has_password !== 0} onPassword={() => setIsChanging(true)} />
        )}
        {shownLinks.map(({ label, Icon, ...link }) => (
          <Menu.Item
            key={label}
            component="a"
            {...link}
            leftSection={<Icon size={16} aria-hidden />}
          >
            {t(label)}
          </Menu.Item>
        ))}
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={confirmLeave}>
          {t('shell.logout')}
        </Menu.Item>
      </LateMenu>
      {(isLoaded || isChanging) && (
        <Suspense fallback={null}>
          <ChangePasswordDialog
            username={name}
            isOpen={isChanging}
            onClose={() => setIsChanging(false)}
            onChanged={() => void leave('password.done')}
          />
        </Suspense>
      )}
    </>
  );
}

interface OwnItemsProps {
  readonly hasPassword: boolean;
  readonly onPassword: () => void;
}

function OwnItems({ hasPassword, onPassword }: OwnItemsProps) {
  return (
    <>
      {hasPassword && (
        <Menu.Item leftSection={<IconLock size={16} aria-hidden />} onClick={onPassword}>
          {t('password.title')}
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={<IconUser size={16} aria-hidden />}
        renderRoot={(root) => (
          <Link {...root} to="/admin/$name" params={{ name: 'account' }} search={{}} />
        )}
      >
        {t('account.title')}
      </Menu.Item>
    </>
  );
}

function Identity({ name, email }: { readonly name: string; readonly email: string }) {
  return (
    <div className="shell-identity">
      <span className="shell-identity-name">{name}</span>
      <span className="muted">{email}</span>
    </div>
  );
}

interface AccountButtonProps extends ComponentProps<typeof UnstyledButton<'button'>> {
  readonly name: string;
  readonly avatarUrl: string;
}

/** The menu passes the other props to its target. */
function AccountButton({ name, avatarUrl, ...props }: AccountButtonProps) {
  const label = name === '' ? t('account.title') : t('shell.account', { name });
  return (
    <UnstyledButton {...props} title={label}>
      <span className="visually-hidden">{label}</span>
      <Avatar
        aria-hidden
        size={36}
        src={avatarUrl === '' ? null : avatarUrl}
        alt=""
        imageProps={{ loading: 'lazy', referrerPolicy: 'no-referrer' }}
      >
        {name.slice(0, 2).toUpperCase()}
      </Avatar>
    </UnstyledButton>
  );
}
