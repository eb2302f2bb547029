import { useMediaQuery } from '@mantine/hooks';

/** Whether the page is so narrow that rows become cards. */
export function usePhone(): boolean {
  return useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false });
}
