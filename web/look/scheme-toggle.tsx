import { ActionIcon } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { t } from '../language.ts';
import { useOtherScheme } from './use-other-scheme.ts';

export function SchemeToggle() {
  const { other, show } = useOtherScheme();
  const label = t(`nav.scheme.${other}`);
  const Icon = other === 'light' ? IconSun : IconMoon;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={label}
      title={label}
      onClick={show}
    >
      <Icon size={18} aria-hidden />
    </ActionIcon>
  );
}
