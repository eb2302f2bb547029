import { confirm } from '../confirm.tsx';
import { t, type TextKey } from '../language.ts';
import { openPage } from '../page-load.ts';
import { forgetSession } from '../session.ts';
import { toast } from '../toast.tsx';
import { useLogout } from './account.api.ts';

const LOGOUT_MS = 2000;

function leave() {
  forgetSession();
  openPage('/login');
}

/** Ends the login and says why. */
export function useLogoutWithToast() {
  const { mutateAsync } = useLogout();
  // Not callbacks of the mutation: what asked for it, like the palette, may be gone by then.
  return async (reason: TextKey) => {
    // The login ends here even when the server cannot be told.
    await mutateAsync().catch(() => undefined);
    toast('success', t(reason));
    setTimeout(leave, LOGOUT_MS);
  };
}

/** Asks, and ends the login after a yes. */
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
