import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type * as contract from '../../../contracts/links/tags.ts';
import { TAGS_MAX } from '../../../contracts/links/tag-names.ts';
import { readFilter, writeFilter } from '../../../contracts/stats/stats-filter.ts';
import { call, endpoint } from '../../api.ts';
import { useHosts } from '../../domains/domains.api.ts';
import { toHostName } from '../../domains/host-name.ts';
import { t } from '../../language.ts';
import { setFilter, type StatsView } from '../stats-view.ts';

const listTags = endpoint<typeof contract.listTags>('GET', '/api/tags');

interface LinkFiltersProps {
  readonly view: StatsView;
  readonly onShow: (change: Partial<StatsView>) => void;
}

/** Chooses the links of the report. A site without tags or further domains has no such fields. */
export function LinkFilters({ view, onShow }: LinkFiltersProps) {
  const { tags, filters } = view;
  // Each edit of a link can create tags.
  const { data: all = [] } = useQuery({
    queryKey: ['tags'],
    queryFn: () => call(listTags, {}),
    staleTime: 0,
  });
  const hosts = useHosts() ?? [];
  const others = tags.length < TAGS_MAX ? all.filter(({ name }) => !tags.includes(name)) : [];
  return (
    <>
      {all.length > 0 && (
        <NativeSelect
          aria-label={t('stats.tag.choose')}
          value=""
          data={[
            { value: '', label: t(tags.length === 0 ? 'stats.tag.any' : 'stats.tag.more') },
            ...others.map(({ name }) => name),
          ]}
          onChange={({ currentTarget: { value } }) => onShow({ tags: [...tags, value] })}
        />
      )}
      {hosts.length > 0 && (
        <NativeSelect
          aria-label={t('stats.domain.choose')}
          value={filters.domain === undefined ? ANY : readFilter(filters.domain)}
          data={[
            { value: ANY, label: t('stats.domain.any') },
            ...['', ...hosts].map((host) => ({ value: host, label: toHostName(host) })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            onShow({
              filters: setFilter(filters, 'domain', value === ANY ? '' : writeFilter(value)),
            })
          }
        />
      )}
    </>
  );
}

/** No host. */
const ANY = '*';
