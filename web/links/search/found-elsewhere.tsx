import { Box, Button } from '@mantine/core';
import { t, toCounted } from '../../language.ts';
import { useElsewhere, type FoundPage } from '../links.api.ts';
import type { ListView } from './list-search.ts';

interface FoundElsewhereProps {
  readonly view: ListView;
  readonly page: FoundPage;
  /** The answer of the view before. */
  readonly isStale: boolean;
  readonly onShow: (change: Partial<ListView>) => void;
}

/** Says where else the keyword of a search for codes stands, and leads there. */
export function FoundElsewhere({ view, page, isStale, onShow }: FoundElsewhereProps) {
  const { keyword } = view;
  const { total, isInOtherTexts } = page;
  const others = useElsewhere(view, isInOtherTexts || isStale ? 0 : total);
  const count = isInOtherTexts ? total : others;
  if (count === 0 || isStale) return null;
  const words = { ...toCounted(count), keyword };
  return (
    <Box component="output" className="muted" display="block" mb="0.75rem">
      {isInOtherTexts
        ? `${t('search.none.short_url', words)} ${t('search.found.elsewhere', words)}`
        : t('search.found.more', words)}{' '}
      {!isInOtherTexts && (
        <Button size="compact-sm" variant="subtle" onClick={() => onShow({ filter: 'everywhere' })}>
          {t('search.found.show', words)}
        </Button>
      )}
    </Box>
  );
}
