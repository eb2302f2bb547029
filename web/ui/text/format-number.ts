import { remember } from './remember.ts';

const findFormat = remember((locale: string) => new Intl.NumberFormat(locale));

export function formatNumber(value: number, locale: string): string {
  // Most numbers are short. The first format of `Intl` delays the page by 20 ms, on phones by 80.
  if (Number.isInteger(value) && value > -1000 && value < 1000) return String(value);
  return findFormat(locale).format(value);
}
