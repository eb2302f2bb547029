import { Avatar, Menu, Text, UnstyledButton } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconLogout } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useAppInfo } from '../app-info.ts';
import { t } from '../language.ts';
import { endSession } from '../session.ts';
import { toast } from '../toast.tsx';
import { startHere } from '../ui/start-here.ts';
import { useLogout } from './account.api.ts';

const LOGOUT_MS = 2000;

export function AccountMenu() {
  const info = useAppInfo().data;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const logout = useLogout();

  const leave = async () => {
    await navigate({ to: '/login' });
    endSession();
    queries.clear();
  };

  // The login ends here even when the server cannot be told.
  const startLeaving = () => {
    logout.mutate(undefined, {
      onSettled: () => {
        toast('success', t('shell.logout.done'));
        setTimeout(() => void leave(), LOGOUT_MS);
      },
    });
  };

  const confirm = () => {
    modals.openConfirmModal({
      title: t('shell.logout.title'),
      children: <Text>{t('shell.logout.text')}</Text>,
      labels: { confirm: t('shell.logout'), cancel: t('cancel') },
      cancelProps: startHere,
      closeButtonProps: { 'aria-label': t('close') },
      onConfirm: startLeaving,
    });
  };

  const name = info?.username ?? '';
  const label = name === '' ? t('shell.account.short') : t('shell.account', { name });
  const avatarUrl = info?.avatar_url ?? '';
  return (
    <Menu>
      <Menu.Target>
        <UnstyledButton className="shell-account" title={label}>
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
      </Menu.Target>
      <Menu.Dropdown>
        {info !== undefined && (
          <div className="shell-identity">
            <span className="shell-identity-name">{info.username}</span>
            <span className="muted">{info.email}</span>
          </div>
        )}
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={confirm}>
          {t('shell.logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
