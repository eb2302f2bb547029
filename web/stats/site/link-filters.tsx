import { Menu, Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { TAGS_MAX } from '../../../contracts/links/tag-names.ts';
import { readFilter, writeFilter } from '../../../contracts/stats/stats-filter.ts';
import { useHosts } from '../../domains/domains.api.ts';
import { toHostName } from '../../domains/host-name.ts';
import { t } from '../../language.ts';
import { isSameTag } from '../../tags/tag-list.ts';
import { tagsQuery } from '../../tags/tags.api.ts';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { LateMenu } from '../../ui/late-menu.tsx';
import { setFilter, type StatsView } from '../stats-view.ts';

interface LinkFiltersProps {
  readonly view: StatsView;
  readonly onShow: (change: Partial<StatsView>) => void;
}

/** Chooses the links of the report. A site without tags or further domains has no such fields. */
export function LinkFilters({ view, onShow }: LinkFiltersProps) {
  const { tags, filters } = view;
  const { data: all = [] } = useQuery(tagsQuery);
  const hosts = useHosts() ?? [];
  return (
    <>
      {all.length > 0 && (
        <LateMenu
          position="bottom-start"
          dropdown={{ className: 'stats-tags' }}
          button={
            <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
              {t('stats.tag.choose')}
            </Button>
          }
        >
          {all.map(({ name }) => (
            <Menu.Item
              key={name}
              disabled={tags.length >= TAGS_MAX || tags.some((tag) => isSameTag(tag, name))}
              onClick={() => onShow({ tags: [...tags, name] })}
            >
              {name}
            </Menu.Item>
          ))}
        </LateMenu>
      )}
      {hosts.length > 0 && (
        <SelectField
          aria-label={t('stats.domain.choose')}
          choices={[ANY, '', ...hosts]}
          format={(host) => (host === ANY ? t('stats.domain.any') : toHostName(host))}
          value={filters.domain === undefined ? ANY : readFilter(filters.domain)}
          onChange={(host) =>
            onShow({ filters: setFilter(filters, 'domain', host === ANY ? '' : writeFilter(host)) })
          }
        />
      )}
    </>
  );
}

/** No host. */
const ANY = '*';
