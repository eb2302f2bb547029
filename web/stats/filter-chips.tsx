import { Box } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { readFilter } from '../../contracts/stats/stats-filter.ts';
import { t } from '../language.ts';
import { MiddleCut } from '../ui/text/middle-cut.tsx';
import { formatCode, formatDimensionValue } from './format-value.ts';
import type { Dimension } from '../../contracts/stats/stats.constants.ts';
import { hasFilters, noFilters, setFilter, type StatsView } from './stats-view.ts';

interface FilterChipsProps {
  readonly view: StatsView;
  readonly onShow: (change: Partial<StatsView>) => void;
}

/** Lists the active filters, each with a button to remove it. */
export function FilterChips({ view, onShow }: FilterChipsProps) {
  if (!hasFilters(view)) return null;
  const { filters, links, tags } = view;
  const chosen = Object.entries(filters) as [Dimension, string][];
  const chips = [
    ...links.map((code) => ({
      name: t('stats.link'),
      shown: formatCode(code),
      without: { links: links.filter((other) => other !== code) },
    })),
    ...tags.map((tag) => ({
      name: t('stats.tag'),
      shown: tag,
      without: { tags: tags.filter((other) => other !== tag) },
    })),
    ...chosen.map(([dimension, filter]) => ({
      name: t(`stats.${dimension}`),
      shown: formatDimensionValue(dimension, readFilter(filter)),
      without: { filters: setFilter(filters, dimension) },
    })),
  ];
  return (
    <ul className="stats-chips" aria-label={t('filter.title')}>
      {chips.map(({ name, shown, without }) => (
        <li key={name + shown}>
          <button type="button" className="stats-chip" onClick={() => onShow(without)}>
            <span className="visually-hidden">
              {t('stats.filter.remove', { name, value: shown })}
            </span>
            <span className="muted" aria-hidden>
              {name}
            </span>
            <Box component="span" miw={0} aria-hidden>
              <MiddleCut text={shown} />
            </Box>
            <IconX size={14} aria-hidden />
          </button>
        </li>
      ))}
      <li>
        <button
          type="button"
          className="stats-text-button plain-button"
          onClick={() => onShow(noFilters)}
        >
          {t('filter.clear')}
        </button>
      </li>
    </ul>
  );
}
