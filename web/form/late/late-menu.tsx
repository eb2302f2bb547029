import type { Menu as MantineMenu, MenuProps } from '@mantine/core';
import {
  cloneElement,
  startTransition,
  useEffect,
  useState,
  type ComponentProps,
  type ReactElement,
  type ReactNode,
} from 'react';
import { lateParts } from './late.ts';

export type ButtonElement = ReactElement<ComponentProps<'button'>>;

interface LateMenuProps extends Omit<MenuProps, 'opened' | 'onChange' | 'onOpen' | 'children'> {
  readonly button: ButtonElement;
  readonly onOpen?: () => void;
  readonly dropdown?: ComponentProps<'div'>;
  readonly children: ReactNode;
}

export function LateMenu({ button, onOpen, dropdown, children, ...menu }: LateMenuProps) {
  const { parts, isOpen, setIsOpen, toButton } = useLateOpening(button, 'menu', onOpen);
  if (parts === undefined) return toButton();
  const { Menu } = parts;
  return (
    <Menu opened={isOpen} onChange={setIsOpen} {...menu}>
      <Menu.Target>{toButton()}</Menu.Target>
      <Menu.Dropdown {...dropdown}>{children}</Menu.Dropdown>
    </Menu>
  );
}

function LateMenuItem(props: object) {
  const { Menu } = lateParts.useModule()!;
  return <Menu.Item {...props} />;
}

export const MenuItem = LateMenuItem as typeof MantineMenu.Item;

/**
 * What a button opens renders slowly, so the first press renders it: closed, and it opens once its
 * button has the focus. On close, a menu returns the focus there.
 */
export function useLateOpening(
  button: ButtonElement,
  popup: 'menu' | 'dialog',
  onOpen?: () => void,
) {
  const parts = lateParts.useModule();
  const [isUsed, setIsUsed] = useState(false);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (isUsed) startTransition(() => setOpen(true));
  }, [isUsed]);
  const setIsOpen = (opens: boolean) => {
    setOpen(opens);
    if (opens) onOpen?.();
  };
  const open = () => {
    setIsUsed(true);
    onOpen?.();
  };
  const toButton = (props?: ComponentProps<'button'>) =>
    cloneElement(
      button,
      isUsed
        ? { autoFocus: true, ...props }
        : {
            'aria-haspopup': popup,
            'aria-expanded': false,
            onClick: () => lateParts.need(open),
          },
    );
  return { parts: isUsed ? parts : undefined, isOpen, setIsOpen, toButton };
}
