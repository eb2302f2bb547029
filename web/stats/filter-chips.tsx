import { IconX } from '@tabler/icons-react';
import { readFilter } from '../../contracts/stats/stats-filter.ts';
import { t } from '../language.ts';
import { MiddleCut } from '../ui/text/middle-cut.tsx';
import { formatDimensionValue } from './format-value.ts';
import type { Dimension } from '../../contracts/stats/stats.constants.ts';
import { setFilter, type Filters } from './stats-view.ts';

interface FilterChipsProps {
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
}

/** Lists the active filters, each with a button to remove it. */
export function FilterChips({ filters, onChange }: FilterChipsProps) {
  const chosen = Object.entries(filters) as [Dimension, string][];
  if (chosen.length === 0) return null;
  return (
    <ul className="stats-chips" aria-label={t('stats.filters')}>
      {chosen.map(([dimension, filter]) => {
        const shown = formatDimensionValue(dimension, readFilter(filter));
        const name = t(`stats.${dimension}`);
        return (
          <li key={dimension}>
            <button
              type="button"
              className="stats-chip"
              onClick={() => onChange(setFilter(filters, dimension))}
            >
              <span className="visually-hidden">
                {t('stats.filter.remove', { name, value: shown })}
              </span>
              <span className="muted" aria-hidden>
                {name}
              </span>
              <span className="stats-chip-value" aria-hidden>
                <MiddleCut text={shown} />
              </span>
              <IconX size={14} aria-hidden />
            </button>
          </li>
        );
      })}
      <li>
        <button
          type="button"
          className="stats-text-button plain-button"
          onClick={() => onChange({})}
        >
          {t('stats.filters.clear')}
        </button>
      </li>
    </ul>
  );
}
