import { IconArrowDownRight, IconArrowUpRight, IconEqual } from '@tabler/icons-react';
import { locale, t } from '../language.ts';
import { formatNumber } from '../ui/format-number.ts';
import { sayChange } from './say-change.ts';
import type { Report } from './stats.api.ts';

type Sums = Report['totals'];

const icons = { up: IconArrowUpRight, down: IconArrowDownRight, same: IconEqual };

/** What stands above all: how many came of each kind, and whether that is more than before. */
const figures = [
  { name: 'people', read: ({ person, scan }: Sums) => person + scan },
  { name: 'visitors', read: ({ visitors }: Sums) => visitors },
  { name: 'preview', read: ({ preview }: Sums) => preview },
  { name: 'bot', read: ({ bot }: Sums) => bot },
] as const;

export function Totals({ totals, before }: Pick<Report, 'totals' | 'before'>) {
  return (
    <dl className="stats-totals" aria-label={t('stats.totals')}>
      {figures.map(({ name, read }) => (
        <div key={name} title={t(`stats.total.${name}.about`)}>
          <dt>{t(`stats.total.${name}`)}</dt>
          <dd className="stats-total">{formatNumber(read(totals), locale)}</dd>
          {before !== null && (
            <dd>
              <ChangeMark now={read(totals)} before={read(before)} />
            </dd>
          )}
          {name === 'people' && (
            <dd>
              {t('stats.total.scans', {
                count: totals.scan,
                shown: formatNumber(totals.scan, locale),
              })}
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

function ChangeMark({ now, before }: { readonly now: number; readonly before: number }) {
  const { direction, text } = sayChange(now, before);
  const Icon = icons[direction];
  return (
    <span
      className="stats-change"
      title={t('stats.change.before', { shown: formatNumber(before, locale) })}
    >
      <Icon size={15} aria-hidden />
      {text}
    </span>
  );
}
