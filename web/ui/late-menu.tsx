import { Menu, type MenuProps } from '@mantine/core';
import {
  cloneElement,
  startTransition,
  useEffect,
  useState,
  type ComponentProps,
  type ReactElement,
  type ReactNode,
} from 'react';

export type ButtonElement = ReactElement<ComponentProps<'button'>>;

interface LateMenuProps extends Omit<MenuProps, 'opened' | 'onChange' | 'onOpen' | 'children'> {
  readonly button: ButtonElement;
  readonly onOpen?: () => void;
  readonly dropdown?: ComponentProps<'div'>;
  readonly children: ReactNode;
}

export function LateMenu({ button, onOpen, dropdown, children, ...menu }: LateMenuProps) {
  const { isUsed, isOpen, setIsOpen, toButton } = useLateOpening(button, 'menu', onOpen);
  if (!isUsed) return toButton();
  return (
    <Menu opened={isOpen} onChange={setIsOpen} {...menu}>
      <Menu.Target>{toButton()}</Menu.Target>
      <Menu.Dropdown {...dropdown}>{children}</Menu.Dropdown>
    </Menu>
  );
}

/**
 * What a button opens renders slowly, so the first press renders it: closed, and it opens once its
 * button has the focus. On close, a menu returns the focus there.
 */
export function useLateOpening(
  button: ButtonElement,
  popup: 'menu' | 'dialog',
  onOpen?: () => void,
) {
  const [isUsed, setIsUsed] = useState(false);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (isUsed) startTransition(() => setOpen(true));
  }, [isUsed]);
  const setIsOpen = (opens: boolean) => {
    setOpen(opens);
    if (opens) onOpen?.();
  };
  const use = () => {
    setIsUsed(true);
    onOpen?.();
  };
  const toButton = (props?: ComponentProps<'button'>) =>
    cloneElement(
      button,
      isUsed
        ? { autoFocus: true, ...props }
        : { 'aria-haspopup': popup, 'aria-expanded': false, onClick: use },
    );
  return { isUsed, isOpen, setIsOpen, toButton };
}
