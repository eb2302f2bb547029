import { Button } from '@mantine/core';
import { locale, t } from '../language.ts';
import { formatNumber } from '../ui/format-number.ts';
import { useElsewhere, type FoundPage } from './links.api.ts';
import type { ListView } from './list-search.ts';

interface FoundElsewhereProps {
  readonly view: ListView;
  readonly found: FoundPage;
  /** The answer of the view before. */
  readonly isStale: boolean;
  readonly onShow: (change: Partial<ListView>) => void;
}

/** Says where else the keyword of a search for codes stands, and leads there. */
export function FoundElsewhere({ view, found, isStale, onShow }: FoundElsewhereProps) {
  const { keyword } = view;
  const { total, isElsewhere } = found;
  const others = useElsewhere(view, isElsewhere || isStale ? 0 : total);
  const count = isElsewhere ? total : others;
  if (count === 0 || isStale) return null;
  const words = { count, shown: formatNumber(count, locale), keyword };
  return (
    <output className="links-found-elsewhere">
      {isElsewhere
        ? `${t('search.none.short_url', words)} ${t('search.found.elsewhere', words)}`
        : t('search.found.more', words)}{' '}
      {!isElsewhere && (
        <Button size="compact-sm" variant="subtle" onClick={() => onShow({ filter: 'everywhere' })}>
          {t('search.found.show', words)}
        </Button>
      )}
    </output>
  );
}
