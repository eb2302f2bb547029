import { useQuery } from '@tanstack/react-query';
import { t } from '../language.ts';
import { Statistics } from '../stats/statistics.tsx';
import { useDocumentTitle } from '../use-document-title.ts';
import { linkQuery, useAddress } from './link.api.ts';

export function LinkStatisticsPage() {
  const { code } = useAddress();
  useDocumentTitle(t('link.statistics.of', { code }));
  const linkExists = useQuery(linkQuery(code)).data !== undefined;
  return <Statistics key={code} code={code} linkExists={linkExists} />;
}
