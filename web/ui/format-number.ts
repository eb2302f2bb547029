export function formatNumber(value: number, locale: string): string {
  return new Intl.NumberFormat(locale).format(value);
}

/** How many digits a number may have before it is shortened. */
const LONGEST = 4;

/** A number where there is little room: exact as long as it is short, then "12.3K". */
export function shortenNumber(value: number, locale: string): string {
  if (value < 10 ** LONGEST) return formatNumber(value, locale);
  const notation = { notation: 'compact', maximumSignificantDigits: 3 } as const;
  return new Intl.NumberFormat(locale, notation).format(value);
}
