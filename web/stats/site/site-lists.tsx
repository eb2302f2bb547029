import { Box } from '@mantine/core';
import { useLacks } from '../../app-info.ts';
import { t } from '../../language.ts';
import { Alerts } from './alerts.tsx';
import { UnknownCodes } from './unknown-codes.tsx';
import { RankedLinks } from './ranked-links.tsx';
import { ShownStatistics } from '../shown-statistics.ts';
import type { SiteListProps } from './site-panel.tsx';
import './site-lists.css';

/** The lists for the whole site: top links, links without clicks and unknown codes. */
export function SiteLists({ view }: SiteListProps) {
  const isLimited = useLacks('stats.read-all');
  return (
    <ShownStatistics value={{ code: null, view }}>
      <Box component="p" className="note" maw="42rem" mb="0.75rem">
        {t('stats.lists.days')}
      </Box>
      <div className="site-lists">
        <div>
          <RankedLinks kind="top" view={view} />
          <RankedLinks kind="silent" view={view} />
        </div>
        <div>
          <Alerts view={view} />
          {!isLimited && <UnknownCodes view={view} />}
        </div>
      </div>
    </ShownStatistics>
  );
}
