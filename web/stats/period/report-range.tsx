import { locale, t } from '../../language.ts';
import { formatNumber } from '../../ui/text/format-number.ts';
import { formatExactTime } from '../../ui/text/relative-time.ts';
import { formatDays } from '../format-time.ts';
import { isFiltered, timeZone, type StatsView } from '../stats-view.ts';
import type { Report } from '../stats.api.ts';

interface ReportRangeProps {
  readonly report: Report;
  readonly view: StatsView;
}

/** Shows the days of the report and its limits; on paper, also the visit classes. */
export function ReportRange({ report, view }: ReportRangeProps) {
  const { from, to, filters_from: filtersFrom, imported_clicks: imported } = report;
  // Older clicks have no dimensions to filter by: a filtered report leaves them out.
  const isShort = isFiltered(view) && filtersFrom > 0 && from <= filtersFrom;
  return (
    <>
      <p className="stats-span">
        {t('stats.span', { days: formatDays(from, to), zone: timeZone.replaceAll('_', ' ') })}
      </p>
      <p className="stats-span stats-printed">
        {t('stats.counted', { audience: t(`stats.audience.${view.audience}`) })}
      </p>
      {imported > 0 && (
        <p className="stats-span" role="note">
          {t('stats.total.imported', { count: imported, shown: formatNumber(imported, locale) })}
        </p>
      )}
      {isShort && (
        <p className="stats-warning" role="note">
          {t('stats.filters.from', { when: formatExactTime(filtersFrom, locale, 'short') })}
        </p>
      )}
    </>
  );
}
