import { Button, Menu } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { t } from '../../language.ts';
import type { ViewMenuProps } from './view-options.tsx';

const ViewOptions = lazy(async () => ({
  default: (await import('./view-options.tsx')).ViewOptions,
}));

/** Chooses the density and the parts of the rows. */
export function ViewMenu(props: ViewMenuProps) {
  return (
    <Menu closeOnItemClick={false} portalProps={{ target: 'main' }}>
      <Menu.Target>
        <Button
          className="links-view"
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
        >
          {t('links.view')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className="links-view-options">
        <Suspense>
          <ViewOptions {...props} />
        </Suspense>
      </Menu.Dropdown>
    </Menu>
  );
}
