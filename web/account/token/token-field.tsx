import { ActionIcon } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { t } from '../../language.ts';
import { toast } from '../../toast.tsx';
import { CopyButton } from '../../ui/text/copy-button.tsx';
import { ChangeTokenButton } from './change-token-button.tsx';
import { maskToken } from './mask-token.ts';

export function TokenField({ token }: { readonly token: string }) {
  const id = useId();
  const [isShown, setIsShown] = useState(false);
  const toggleLabel = t(isShown ? 'token.hide' : 'token.show');
  const ToggleIcon = isShown ? IconEyeOff : IconEye;

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
        <ChangeTokenButton />
      </div>
    </section>
  );
}
