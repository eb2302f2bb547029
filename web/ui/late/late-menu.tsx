import type { Menu, MenuProps } from '@mantine/core';
import {
  cloneElement,
  startTransition,
  Suspense,
  useEffect,
  useState,
  type ComponentProps,
  type ComponentType,
  type ReactElement,
  type ReactNode,
} from 'react';
import { late, loadParts } from './late.tsx';

const OpenedMenu = late(async () => (await loadParts()).OpenedMenu);

export const MenuItem = late(
  async () => (await loadParts()).MenuItem as ComponentType<object>,
) as typeof Menu.Item;

export type ButtonElement = ReactElement<ComponentProps<'button'>>;

interface LateMenuProps extends Omit<MenuProps, 'opened' | 'onChange' | 'onOpen' | 'children'> {
  readonly button: ButtonElement;
  readonly onOpen?: () => void;
  readonly dropdown?: ComponentProps<'div'>;
  readonly children: ReactNode;
}

export function LateMenu({ button, onOpen, children, ...menu }: LateMenuProps) {
  const { isUsed, isOpen, setIsOpen, toButton } = useLateOpening(button, 'menu', onOpen);
  const target = toButton();
  if (!isUsed) return target;
  return (
    <Suspense fallback={target}>
      <OpenedMenu opened={isOpen} onChange={setIsOpen} button={target} {...menu}>
        {children}
      </OpenedMenu>
    </Suspense>
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
  const toButton = (props?: ComponentProps<'button'>) =>
    cloneElement(
      button,
      isUsed
        ? { autoFocus: true, ...props }
        : {
            'aria-haspopup': popup,
            'aria-expanded': false,
            onClick: () => {
              setIsUsed(true);
              onOpen?.();
            },
          },
    );
  return { isUsed, isOpen, setIsOpen, toButton };
}
