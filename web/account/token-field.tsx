import { ActionIcon, Button, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconEye, IconEyeOff, IconRefresh } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { explainFailure } from '../failure.ts';
import { t } from '../language.ts';
import { toast } from '../toast.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { startHere } from '../ui/start-here.ts';
import { useDrawToken } from './account.api.ts';
import { maskToken } from './mask-token.ts';

/** The token with all that can be done with it. */
export function TokenField({ token }: { readonly token: string }) {
  const id = useId();
  const [isShown, setIsShown] = useState(false);
  const change = useDrawToken('change');
  const toggleLabel = t(isShown ? 'token.hide' : 'token.show');
  const ToggleIcon = isShown ? IconEyeOff : IconEye;

  const startChange = () =>
    change.mutate(undefined, {
      onSuccess: () => toast('success', t('token.changed')),
      onError: (error) => toast('error', explainFailure(error, 'token.change.failed')),
    });

  const confirmChange = () =>
    modals.openConfirmModal({
      title: t('token.change.title'),
      children: <Text>{t('token.change.text')}</Text>,
      labels: { confirm: t('token.change'), cancel: t('cancel') },
      confirmProps: { color: 'red' },
      cancelProps: startHere,
      closeButtonProps: { 'aria-label': t('close') },
      onConfirm: startChange,
    });

  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="token-heading">
        {t('token.yours')}
      </h2>
      <div className="token-frame">
        <code className="token-value mono">{isShown ? token : maskToken(token)}</code>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={toggleLabel}
          title={toggleLabel}
          onClick={() => setIsShown(!isShown)}
        >
          <ToggleIcon size={18} aria-hidden />
        </ActionIcon>
      </div>
      <div className="token-actions">
        <CopyButton
          text={token}
          label={t('token.copy')}
          copiedLabel={t('copied')}
          onFail={() => toast('warning', t('copy.failed'))}
        />
        <Button
          variant="default"
          leftSection={<IconRefresh size={18} aria-hidden />}
          disabled={change.isPending}
          onClick={confirmChange}
        >
          {t(change.isPending ? 'token.changing' : 'token.change')}
        </Button>
      </div>
    </section>
  );
}
