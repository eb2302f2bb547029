import { remember } from './remember.ts';

const findFormat = remember((locale: string) => new Intl.NumberFormat(locale));

export function formatNumber(value: number, locale: string): string {
  return findFormat(locale).format(value);
}
