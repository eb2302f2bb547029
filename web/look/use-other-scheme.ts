import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { writeSchemeCookie } from './scheme-choice.ts';

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
