import { Menu, Popover, type MenuProps, type PopoverProps } from '@mantine/core';
import type { ComponentProps, ReactElement } from 'react';

export { Modal, Tooltip } from '@mantine/core';

interface Opened {
  readonly button: ReactElement;
  readonly dropdown?: ComponentProps<'div'>;
}

export function OpenedMenu({ button, dropdown, children, ...menu }: MenuProps & Opened) {
  return (
    <Menu {...menu}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown {...dropdown}>{children}</Menu.Dropdown>
    </Menu>
  );
}

export const MenuItem = Menu.Item;

export function OpenedPopover({ button, dropdown, children, ...popover }: PopoverProps & Opened) {
  return (
    <Popover {...popover}>
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown {...dropdown}>{children}</Popover.Dropdown>
    </Popover>
  );
}
