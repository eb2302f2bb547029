import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { confirm } from '../confirm.tsx';
import { explainFailure } from '../failure.ts';
import { t } from '../language.ts';
import { toast } from '../toast.tsx';
import { useIssueToken } from './account.api.ts';

/** Replaces the token with a new one, after a question. */
export function ChangeTokenButton() {
  const change = useIssueToken('change');

  const startChange = () =>
    change.mutate(undefined, {
      onSuccess: () => toast('success', t('token.changed')),
      onError: (error) => toast('error', explainFailure(error, 'token.change.failed')),
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
      // A button that is really disabled would lose the focus.
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
