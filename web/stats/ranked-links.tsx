import { useQuery } from '@tanstack/react-query';
import { locale, t } from '../language.ts';
import { formatNumber } from '../ui/format-number.ts';
import { sayChange } from './say-change.ts';
import { SiteListLink } from './site-list-link.tsx';
import { topLinksQuery } from './site-lists.api.ts';
import { SitePanel } from './site-panel.tsx';
import type { SiteListProps } from './site-lists.tsx';

interface RankedLinksProps extends SiteListProps {
  /** Those that most people visited, or those that nobody visits any more. */
  readonly kind: 'top' | 'silent';
}

export function RankedLinks({ span, isFiltered, kind }: RankedLinksProps) {
  const query = useQuery(topLinksQuery(span));
  const isTop = kind === 'top';
  // Nothing comes before all time.
  const hasBefore = span.period !== 'all';
  return (
    <SitePanel
      title={t(`stats.links.${kind}`)}
      query={query}
      action={
        isFiltered && <span className="site-list-note">{t('stats.lists.unfiltered.people')}</span>
      }
    >
      {({ [kind]: links }) =>
        links.length === 0 ? (
          <p className="site-list-none muted">
            {t(isTop || hasBefore ? `stats.links.${kind}.none` : 'stats.links.silent.all')}
          </p>
        ) : (
          <ol className="site-list">
            {links.map(({ short_url: code, title, people, before }, index) => (
              <li key={code} className="site-list-row">
                {isTop && <span className="site-list-rank">{index + 1}</span>}
                <SiteListLink code={code} title={title} />
                <span className="site-list-end">
                  <span className="site-list-count">{sayPeople(isTop ? people : before)}</span>
                  {isTop && hasBefore && (
                    <span className="site-list-note">{sayChange(people, before).text}</span>
                  )}
                  {!isTop && <span className="site-list-note">{t('stats.links.before')}</span>}
                </span>
              </li>
            ))}
          </ol>
        )
      }
    </SitePanel>
  );
}

function sayPeople(count: number): string {
  return t('stats.links.people', { count, shown: formatNumber(count, locale) });
}
