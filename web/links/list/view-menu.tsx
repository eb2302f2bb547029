import { Button, Menu } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { t } from '../../language.ts';
import { densities, parts, type ListLook } from './list-look.ts';

interface ViewMenuProps {
  readonly look: ListLook;
  readonly onLook: (look: ListLook) => void;
}

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
        <ViewOptions {...props} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** The content of the view menu. */
function ViewOptions({ look, onLook }: ViewMenuProps) {
  return (
    <>
      <Menu.Label>{t('links.view.density')}</Menu.Label>
      <Menu.RadioGroup
        value={look.density}
        onChange={(value) => {
          const density = densities.find((name) => name === value);
          if (density !== undefined) onLook({ ...look, density });
        }}
      >
        {densities.map((density) => (
          <Menu.RadioItem key={density} value={density}>
            {t(`links.view.${density}`)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
      <Menu.Label>{t('links.view.show')}</Menu.Label>
      <Menu.CheckboxGroup
        value={[...look.shown]}
        onChange={(values) => onLook({ ...look, shown: parts.filter((p) => values.includes(p)) })}
      >
        {parts.map((part) => (
          <Menu.CheckboxItem key={part} value={part}>
            {t(`links.view.${part}`)}
          </Menu.CheckboxItem>
        ))}
      </Menu.CheckboxGroup>
    </>
  );
}
