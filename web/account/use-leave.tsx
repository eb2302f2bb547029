import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { t, type TextKey } from '../language.ts';
import { forgetSession } from '../session.ts';
import { toast } from '../toast.tsx';
import { startHere } from '../ui/start-here.ts';
import { useLogout } from './account.api.ts';

const LOGOUT_MS = 2000;

function leave() {
  forgetSession();
  location.assign('/login');
}

/** Ends the login, for a reason that is told. */
export function useLeave() {
  const { mutate } = useLogout();
  return (reason: TextKey) => {
    mutate(undefined, {
      // The login ends here even when the server cannot be told.
      onSettled: () => {
        toast('success', t(reason));
        setTimeout(leave, LOGOUT_MS);
      },
    });
  };
}

/** Ends the login of whoever confirms it. */
export function useConfirmLeave() {
  const startLeaving = useLeave();
  return () => {
    modals.openConfirmModal({
      title: t('shell.logout.title'),
      children: <Text>{t('shell.logout.text')}</Text>,
      labels: { confirm: t('shell.logout'), cancel: t('cancel') },
      cancelProps: startHere,
      closeButtonProps: { 'aria-label': t('close') },
      onConfirm: () => startLeaving('shell.logout.done'),
    });
  };
}
