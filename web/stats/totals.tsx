import { IconArrowDownRight, IconArrowUpRight, IconEqual } from '@tabler/icons-react';
import { locale, t, toCounted } from '../language.ts';
import { formatNumber } from '../ui/text/format-number.ts';
import { describeBefore, describeChange } from './describe-change.ts';
import type { StatsView } from './stats-view.ts';
import type { Report } from './stats.api.ts';

type Sums = Report['totals'];

const icons = { up: IconArrowUpRight, down: IconArrowDownRight, same: IconEqual };

const figures = [
  { name: 'people', read: ({ person, scan }: Sums) => person + scan },
  { name: 'visitors', read: ({ visitors }: Sums) => visitors },
  { name: 'preview', read: ({ preview }: Sums) => preview },
  { name: 'bot', read: ({ bot }: Sums) => bot },
] as const;

interface TotalsProps extends Pick<Report, 'totals' | 'before'> {
  readonly view: StatsView;
}

/** Shows the clicks of each kind and compares them with the previous period. */
export function Totals({ totals, before, view }: TotalsProps) {
  return (
    <dl className="stats-totals" aria-label={t('stats.totals')}>
      {figures.map(({ name, read }) => (
        <div key={name} title={t(`stats.total.${name}.about`)}>
          <dt>{t(`stats.total.${name}`)}</dt>
          <dd className="stats-total">{formatNumber(read(totals), locale)}</dd>
          {before !== null && (
            <dd>
              <ChangeMark now={read(totals)} before={read(before)} view={view} />
            </dd>
          )}
          {name === 'people' && <dd>{t('stats.total.scans', toCounted(totals.scan))}</dd>}
        </div>
      ))}
    </dl>
  );
}

interface ChangeMarkProps {
  readonly now: number;
  readonly before: number;
  readonly view: StatsView;
}

function ChangeMark({ now, before, view }: ChangeMarkProps) {
  const { direction, text } = describeChange(now, before, view);
  const Icon = direction === null ? null : icons[direction];
  return (
    <span className="stats-change" title={describeBefore(before, view)}>
      {Icon !== null && <Icon size={15} aria-hidden />}
      {text}
    </span>
  );
}
