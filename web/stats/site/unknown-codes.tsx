import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { splitCode } from '../../../contracts/links/domain-code.ts';
import { readFilter } from '../../../contracts/stats/stats-filter.ts';
import { t, toCounted } from '../../language.ts';
import { When } from '../../parts/when.tsx';
import { MiddleCut } from '../../ui/text/middle-cut.tsx';
import { escapeInvisible } from '../../ui/text/escape-invisible.ts';
import { formatCode, formatDimensionValue } from '../format-value.ts';
import { unknownCodesQuery, type UnknownCode } from './site-lists.api.ts';
import { SaveList } from '../lists/save-list.tsx';
import { SitePanel, type SiteListProps } from './site-panel.tsx';
import { isFiltered, toTimeRange } from '../stats-view.ts';
import { ShowAllButton } from '../lists/show-all-button.tsx';
import { canBeCreated } from '../../urls/short-link.ts';

const SHORT_LENGTH = 10;

/** Lists codes that visitors requested and no link has. A button creates a link for each. */
export function UnknownCodes({ view }: SiteListProps) {
  const { domain, ...filters } = view.filters;
  const query = useQuery(unknownCodesQuery(toTimeRange(view), domain));
  const [isExpanded, setIsWhole] = useState(false);
  return (
    <SitePanel
      title={t('stats.missed')}
      query={query}
      action={
        <>
          {isFiltered({ ...view, filters }) && (
            <span className="site-list-note note">
              {domain === undefined
                ? t('stats.missed.unfiltered')
                : t('stats.missed.domain', {
                    host: formatDimensionValue('domain', readFilter(domain)),
                  })}
            </span>
          )}
          <SaveList list="unknown_codes" name={t('stats.missed')} />
        </>
      }
    >
      {({ codes }) =>
        codes.length === 0 ? (
          <p className="site-list-none muted">{t('stats.missed.none')}</p>
        ) : (
          <>
            <ol className="site-list">
              {codes.slice(0, isExpanded ? codes.length : SHORT_LENGTH).map((unknown) => (
                <UnknownCodeRow key={unknown.code} {...unknown} />
              ))}
            </ol>
            {codes.length > SHORT_LENGTH && (
              <ShowAllButton
                isExpanded={isExpanded}
                count={codes.length}
                short={SHORT_LENGTH}
                onChange={setIsWhole}
              />
            )}
          </>
        )
      }
    </SitePanel>
  );
}

function UnknownCodeRow({ code, times, last_at: lastAt }: UnknownCode) {
  const { domain, code: wanted } = splitCode(code);
  return (
    <li className="site-list-row">
      <span className="site-list-name">
        <span className="site-list-code mono cut">
          <MiddleCut text={formatCode(code)} title={escapeInvisible(code)} />
        </span>
        <Group component="span" className="note" gap="0 0.875rem">
          <span>{t('stats.missed.times', toCounted(times))}</span>
          <When at={lastAt} phrase="stats.missed.last" />
        </Group>
      </span>
      {canBeCreated(wanted) && (
        <Button
          renderRoot={(root) => (
            <Link
              {...root}
              to="/admin/$name"
              params={{ name: 'list' }}
              search={{ new: 1, code: wanted, domain: domain || undefined }}
            />
          )}
          size="compact-sm"
          variant="default"
          aria-label={t('stats.missed.create.code', { code: formatCode(code) })}
        >
          {t('stats.missed.create')}
        </Button>
      )}
    </li>
  );
}
