import { useMediaQuery } from '@mantine/hooks';

/** True on narrow windows, where rows become cards. */
export function usePhone(): boolean {
  return useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false });
}
