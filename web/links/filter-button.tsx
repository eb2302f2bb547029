import { ActionIcon, Popover } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { t } from '../language.ts';
import type { ListFilters } from './list-filters.ts';

const FilterForm = lazy(async () => ({ default: (await import('./filter-form.tsx')).FilterForm }));

interface FilterButtonProps {
  readonly filters: ListFilters;
  readonly onChange: (filters: ListFilters) => void;
}

export function FilterButton({ filters, onChange }: FilterButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-end"
      trapFocus
      returnFocus
      portalProps={{ target: 'main' }}
    >
      <Popover.Target>
        <ActionIcon
          className="links-tool"
          variant="subtle"
          color="gray"
          size="2.25rem"
          aria-label={t('filter.add')}
          title={t('filter.add')}
          onClick={() => setIsOpen(!isOpen)}
        >
          <IconFilter size={20} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className="links-filter" aria-label={t('filter.title')}>
        <Suspense>
          <FilterForm filters={filters} onChange={onChange} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
