import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../language.ts';
import { toast } from '../../toast.tsx';
import { CopyButton } from '../../ui/text/copy-button.tsx';
import { ChangeTokenButton } from './change-token-button.tsx';
import { IconAction } from '../../ui/icon-action.tsx';
import { TokenSection, maskToken } from './other-apps.tsx';
import { Group } from '@mantine/core';

export function TokenField({ token }: { readonly token: string }) {
  const [isShown, setIsShown] = useState(false);
  const ToggleIcon = isShown ? IconEyeOff : IconEye;

  return (
    <TokenSection title={t('token.yours')}>
      <Group className="token-frame" justify="space-between" wrap="nowrap" gap="0.5rem">
        <code className="token-value mono">{isShown ? token : maskToken(token)}</code>
        <IconAction
          size="lg"
          label={t(isShown ? 'token.hide' : 'token.show')}
          onClick={() => setIsShown(!isShown)}
        >
          <ToggleIcon size={18} aria-hidden />
        </IconAction>
      </Group>
      <Group gap="sm" mt="md">
        <CopyButton
          text={token}
          label={t('token.copy')}
          copiedLabel={t('copied')}
          onFail={() => toast('warning', t('copy.failed'))}
        />
        <ChangeTokenButton />
      </Group>
    </TokenSection>
  );
}
