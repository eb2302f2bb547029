import { useQuery } from '@tanstack/react-query';
import { t, toCounted } from '../../language.ts';
import { describeChange } from '../describe-change.ts';
import { SiteListLink, SitePanel, type SiteListProps } from './site-panel.tsx';
import { SaveList } from '../lists/save-list.tsx';
import { topLinksQuery } from './site-lists.api.ts';
import { isFiltered, type StatsView } from '../stats-view.ts';

interface RankedLinksProps extends SiteListProps {
  /** `top`: most clicks; `silent`: clicks in the previous period only. */
  readonly kind: 'top' | 'silent';
}

export function RankedLinks({ view, kind }: RankedLinksProps) {
  const query = useQuery(topLinksQuery(view));
  const isTop = kind === 'top';
  return (
    <SitePanel
      title={t(`stats.links.${kind}`)}
      query={query}
      action={<SaveList list="links" name={t(`stats.links.${kind}`)} />}
    >
      {({ [kind]: links, top }) =>
        links === null || links.length === 0 ? (
          <p className="site-list-none muted">
            {describeNone(view, kind, links !== null, top.length === 0)}
          </p>
        ) : (
          <ol className="site-list">
            {links.map(({ short_url: code, title, people, before }, index) => (
              <li key={code} className="site-list-row">
                {isTop && <span className="site-list-rank note">{index + 1}</span>}
                <SiteListLink code={code} title={title} view={view} />
                <span className="site-list-end">
                  <span className="site-list-count">
                    {t('stats.links.clicks', toCounted(isTop ? people : before!))}
                  </span>
                  {isTop && before !== null && (
                    <span className="site-list-note note">
                      {describeChange(people, before, { ...view, compare: null }).text}
                    </span>
                  )}
                  {!isTop && <span className="site-list-note note">{t('stats.links.before')}</span>}
                </span>
              </li>
            ))}
          </ol>
        )
      }
    </SitePanel>
  );
}

function describeNone(
  view: StatsView,
  kind: RankedLinksProps['kind'],
  isKnown: boolean,
  hasNoClicks: boolean,
): string {
  if (!isKnown) return t('stats.links.silent.unknown');
  const such = isFiltered(view) ? '.such' : '';
  if (kind === 'silent' && hasNoClicks) return t(`stats.links.silent.never${such}`);
  return t(`stats.links.${kind}.none${such}`);
}
