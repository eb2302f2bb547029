import { locale, t, type TextKey } from './language.ts';
import { formatNumber } from './ui/text/format-number.ts';

interface PagerState {
  readonly page: number;
  readonly size: number;
  readonly total: number;
}

/** The texts of a pager. */
export function describePager(
  { page, size, total }: PagerState,
  sizeLabel: TextKey = 'links.pager.size',
) {
  const first = (page - 1) * size + 1;
  return {
    label: t('links.pager'),
    sizeLabel: t(sizeLabel),
    size: (links: number) => t('links.pager.size.option', { links }),
    range: t('links.pager.range', {
      from: formatNumber(first, locale),
      to: formatNumber(Math.min(total, first + size - 1), locale),
      total: formatNumber(total, locale),
    }),
    previous: t('links.pager.previous'),
    next: t('links.pager.next'),
    page: (number: number) => t('links.pager.page', { page: number }),
  };
}
