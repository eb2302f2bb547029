import { IconMoon, IconSun } from '@tabler/icons-react';
import { t } from '../language.ts';
import { IconAction } from '../ui/icon-action.tsx';
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { writeSchemeCookie } from './scheme-choice.ts';

export function SchemeToggle() {
  const { other, show } = useOtherScheme();
  const Icon = other === 'light' ? IconSun : IconMoon;
  return (
    <IconAction size="lg" label={t(`nav.scheme.${other}`)} onClick={show}>
      <Icon size={18} aria-hidden />
    </IconAction>
  );
}

/** Switches to the other scheme. When that is the system's scheme, the page follows the system. */
export function useOtherScheme() {
  const { setColorScheme } = useMantineColorScheme();
  const shown = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const other: 'light' | 'dark' = shown === 'dark' ? 'light' : 'dark';
  const show = () => {
    const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    setColorScheme(other === system ? 'auto' : other);
    writeSchemeCookie();
  };
  return { other, show };
}
