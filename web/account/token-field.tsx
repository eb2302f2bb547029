import { ActionIcon, Button } from '@mantine/core';
import { IconEye, IconEyeOff, IconRefresh } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { confirm } from '../confirm.tsx';
import { explainFailure } from '../failure.ts';
import { t } from '../language.ts';
import { toast } from '../toast.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
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
          onClick={() => void confirmChange()}
        >
          {t(change.isPending ? 'token.changing' : 'token.change')}
        </Button>
      </div>
    </section>
  );
}
