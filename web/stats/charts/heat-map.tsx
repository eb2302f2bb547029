import { locale, t } from '../../language.ts';
import { formatNumber } from '../../ui/text/format-number.ts';
import { SaveList } from '../lists/save-list.tsx';
import { formatHour, formatWeekday } from '../format-time.ts';
import type { CSSProperties } from 'react';
import './heat-map.css';

/** The number of shades, without the one for no clicks. */
const SHADES = 6;
/** The share of the accent in each shade, in percent. */
const shares = [0, 14, 28, 44, 62, 80, 100];
const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** Shows the clicks by weekday and hour. `week` holds 7 days, Monday first, of 24 hours each. */
export function HeatMap({ week }: { readonly week: readonly (readonly number[])[] }) {
  const cells = week.flatMap((day, weekday) =>
    day.map((clicks, hour) => ({ weekday, hour, clicks })),
  );
  const busiest = cells.reduce((most, cell) => (cell.clicks > most.clicks ? cell : most));
  return (
    <section className="stats-panel" aria-labelledby="stats-week">
      <div className="stats-panel-head">
        <h2 id="stats-week">{t('stats.week')}</h2>
        {busiest.clicks > 0 && (
          <span className="stats-note note">
            {t('stats.week.busiest', {
              day: formatWeekday(busiest.weekday, 'long'),
              hour: formatHour(busiest.hour),
              shown: formatNumber(busiest.clicks, locale),
            })}
          </span>
        )}
        <SaveList list="week" name={t('stats.week')} />
      </div>
      <table className="heat" aria-labelledby="stats-week">
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t('stats.week.day')}</span>
            </th>
            {hours.map((hour) => (
              <th key={hour} scope="col">
                <span className="visually-hidden">{formatHour(hour)}</span>
                {hour % 3 === 0 && <span aria-hidden>{hour}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {week.map((day, weekday) => (
            <tr key={formatWeekday(weekday, 'long')}>
              <th scope="row" abbr={formatWeekday(weekday, 'long')}>
                {formatWeekday(weekday, 'short')}
              </th>
              {hours.map((hour) => (
                <HourCell
                  key={hour}
                  weekday={weekday}
                  hour={hour}
                  clicks={day[hour] ?? 0}
                  most={busiest.clicks}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface HourCellProps {
  readonly weekday: number;
  readonly hour: number;
  readonly clicks: number;
  readonly most: number;
}

function HourCell({ weekday, hour, clicks, most }: HourCellProps) {
  const shown = formatNumber(clicks, locale);
  const shade = Math.ceil((clicks / Math.max(1, most)) * SHADES);
  return (
    <td
      data-shade={shade}
      style={{ '--heat-shade': `${shares[shade]}%` } as CSSProperties}
      title={t('stats.week.cell', {
        day: formatWeekday(weekday, 'long'),
        hour: formatHour(hour),
        shown,
      })}
    >
      <span className="visually-hidden">{shown}</span>
    </td>
  );
}
