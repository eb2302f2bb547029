import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Dialog } from '../form/dialog.tsx';
import { t } from '../language.ts';
import { confirmSession, readRefusal } from '../session.ts';
import { toast } from '../toast.tsx';
import { initialFocus } from '../ui/fields/initial-focus.ts';
import { LoginFields } from './login-fields.tsx';
import { useCredentials } from './use-credentials.ts';
import './account-form.css';

interface LoginAgainProps {
  /** The account that filled the page. No other one may log in over it. */
  readonly username: string;
  readonly onLoggedIn: () => void;
  /** Leaves the page without its input. */
  readonly onLeave: () => void;
}

/** A login over a page with unsaved input. The page stays as it is, out of sight. */
export function LoginAgain(props: LoginAgainProps) {
  return (
    <Dialog
      isOpen
      onClose={() => undefined}
      size={400}
      title={t('login.again.title')}
      closeOnEscape={false}
      closeOnClickOutside={false}
      withCloseButton={false}
      overlayProps={{ backgroundOpacity: 1, color: 'var(--brisk-ground)' }}
      // Above the dialogs of the page.
      zIndex={300}
    >
      <LoginAgainForm {...props} />
    </Dialog>
  );
}

function LoginAgainForm({ username, onLoggedIn, onLeave }: LoginAgainProps) {
  const queries = useQueryClient();
  const credentials = useCredentials({ username, password: '' }, () => {
    confirmSession();
    // The page stays even if the next check of the login does not reach the server.
    queries.setQueryData(['is-login'], null);
    void queries.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
    toast('success', t('login.done', { name: username }));
    onLoggedIn();
  });
  return (
    <>
      <p>{t(readRefusal() ?? 'login.first')}</p>
      <p>{t('login.again.text')}</p>
      <LoginFields
        credentials={credentials}
        username={{ readOnly: true }}
        password={initialFocus}
      />
      <Button variant="subtle" fullWidth mt="sm" onClick={onLeave}>
        {t('login.again.leave')}
      </Button>
    </>
  );
}
