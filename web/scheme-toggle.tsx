import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { t } from './language.ts';
import { tellSchemeChoice } from './scheme-choice.ts';

/** Shows the other scheme; where that is the system's own, the page follows the system again. */
export function SchemeToggle() {
  const { setColorScheme } = useMantineColorScheme();
  const shown = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const other = shown === 'dark' ? 'light' : 'dark';
  const label = t(`nav.scheme.${other}`);
  const Icon = shown === 'dark' ? IconSun : IconMoon;
  const toggle = () => {
    const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    setColorScheme(other === system ? 'auto' : other);
    tellSchemeChoice();
  };
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={label}
      title={label}
      onClick={toggle}
    >
      <Icon size={18} aria-hidden />
    </ActionIcon>
  );
}
