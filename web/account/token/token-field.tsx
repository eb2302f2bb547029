import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../language.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { ChangeTokenButton } from './change-token-button.tsx';
import { IconAction } from '../../ui/icon-action.tsx';
import { Section } from '../parts/section.tsx';
import { maskToken } from './other-apps.tsx';
import { Group } from '@mantine/core';

export function TokenField({ token }: { readonly token: string }) {
  const [isShown, setIsShown] = useState(false);
  const ToggleIcon = isShown ? IconEyeOff : IconEye;

  return (
    <Section title={t('token.yours')}>
      <Group className="token-frame" justify="space-between" wrap="nowrap" gap="0.5rem">
        <code className="token-value anywhere mono">{isShown ? token : maskToken(token)}</code>
        <IconAction
          size="lg"
          label={t(isShown ? 'token.hide' : 'token.show')}
          onClick={() => setIsShown(!isShown)}
        >
          <ToggleIcon size={18} aria-hidden />
        </IconAction>
      </Group>
      <Group gap="sm" mt="md">
        <CopyButton text={token} label={t('token.copy')} />
        <ChangeTokenButton />
      </Group>
    </Section>
  );
}
