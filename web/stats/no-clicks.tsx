import { Button, Stack } from '@mantine/core';
import { t } from '../language.ts';
import { toReadableLink } from '../urls/readable-link.ts';
import { toShortLink } from '../urls/short-link.ts';
import { Notice } from '../ui/notice.tsx';
import { hasFilters, noFilters, type StatsView } from './stats-view.ts';

interface NoClicksProps {
  /** The code of a link; null: the whole site. */
  readonly code: string | null;
  readonly view: StatsView;
  readonly onShow: (change: Partial<StatsView>) => void;
}

/** Appears instead of figures: explains why there are none and where clicks come from. */
export function NoClicks({ code, view, onShow }: NoClicksProps) {
  if (hasFilters(view)) {
    return (
      <Notice
        title={t('stats.empty.filtered')}
        action={
          <Button variant="default" onClick={() => onShow(noFilters)}>
            {t('filter.clear')}
          </Button>
        }
      />
    );
  }
  const isAllTime = view.days === null && view.period === 'all';
  return (
    <Notice
      title={t(isAllTime ? 'stats.empty.ever' : 'stats.empty.period')}
      text={t(code === null ? 'stats.empty.site' : 'stats.empty.link')}
      action={
        <Stack className="stats-try" align="flex-start" gap="1.5rem">
          {code !== null && (
            <a className="mono" href={toShortLink(code)} target="_blank" rel="noopener">
              {toReadableLink(code)}
            </a>
          )}
          {!isAllTime && (
            <Button variant="default" onClick={() => onShow({ period: 'all', days: null })}>
              {t('stats.show.all.time')}
            </Button>
          )}
        </Stack>
      }
    />
  );
}
