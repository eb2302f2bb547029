import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { confirm } from '../../form/confirm.tsx';
import { t } from '../../language.ts';
import { toast, toastFailure } from '../../toast.tsx';
import { useIssueToken } from '../account.api.ts';

/** Asks for confirmation, then replaces the token with a new one. */
export function ChangeTokenButton() {
  const change = useIssueToken('change');

  const startChange = () =>
    change.mutate(undefined, {
      onSuccess: () => toast('success', t('token.changed')),
      onError: toastFailure('token.change.failed'),
    });

  const confirmChange = async () => {
    const isYes = await confirm({
      title: t('token.change.title'),
      content: t('token.change.text'),
      yes: t('token.change'),
      isDangerous: true,
    });
    if (isYes) startChange();
  };

  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={18} aria-hidden />}
      // The `disabled` attribute would take the focus away.
      aria-disabled={change.isPending}
      {...(change.isPending ? { 'data-disabled': true } : {})}
      onClick={() => {
        if (!change.isPending) void confirmChange();
      }}
    >
      {t(change.isPending ? 'token.changing' : 'token.change')}
    </Button>
  );
}
