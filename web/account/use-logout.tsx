import { confirm } from '../form/confirm.tsx';
import { t, type TextKey } from '../language.ts';
import { leaveSite, openPage } from '../page-load.ts';
import { forgetSession, takeLogout } from '../session.ts';
import { toast } from '../toast.tsx';
import { useLogout } from './account.api.ts';

const LOGOUT_MS = 2000;

function leave() {
  forgetSession();
  const elsewhere = takeLogout();
  if (elsewhere === null) openPage('/login');
  else leaveSite(elsewhere);
}

/** Ends the login and shows the reason in a toast. */
export function useLogoutWithToast() {
  const { mutateAsync } = useLogout();
  // A promise outlives the caller, such as the palette. Callbacks of the mutation do not.
  return async (reason: TextKey) => {
    // The login ends in this browser even when the server is out of reach.
    await mutateAsync().catch(() => undefined);
    toast('success', t(reason));
    setTimeout(leave, LOGOUT_MS);
  };
}

/** Asks for confirmation, then ends the login. */
export function useConfirmLogout() {
  const startLeaving = useLogoutWithToast();
  const confirmLeaving = async () => {
    const isYes = await confirm({
      title: t('shell.logout.title'),
      content: t('shell.logout.text'),
      yes: t('shell.logout'),
    });
    if (isYes) await startLeaving('shell.logout.done');
  };
  return () => void confirmLeaving();
}
