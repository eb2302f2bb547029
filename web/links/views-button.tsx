import { ActionIcon, Popover } from '@mantine/core';
import { IconBookmarks } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { t } from '../language.ts';
import type { ListView } from './list-search.ts';

const ViewsList = lazy(async () => ({ default: (await import('./views-list.tsx')).ViewsList }));

interface ViewsButtonProps {
  readonly view: ListView;
  readonly onShow: (view: ListView) => void;
}

/** Opens the saved views. */
export function ViewsButton({ view, onShow }: ViewsButtonProps) {
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
          aria-label={t('views.title')}
          title={t('views.title')}
          onClick={() => setIsOpen(!isOpen)}
        >
          <IconBookmarks size={20} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className="links-filter" aria-label={t('views.title')}>
        <Suspense>
          <ViewsList
            view={view}
            onShow={(saved) => {
              setIsOpen(false);
              onShow(saved);
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
