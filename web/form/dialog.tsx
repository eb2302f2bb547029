import { Modal, type ModalProps } from '@mantine/core';
import { createContext, use, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { t } from '../language.ts';
import { initialFocus } from '../ui/fields/initial-focus.ts';

interface DialogProps extends Omit<
  ModalProps,
  'opened' | 'onClose' | 'returnFocus' | 'closeButtonProps' | 'transitionProps'
> {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** True: no key closes the dialogs below. */
export const DialogLock = createContext(false);

/** Render it while it is closed, too: it then opens and takes the focus within the same event. */
export function Dialog({ isOpen, onClose, children, ...modal }: DialogProps) {
  const isLocked = use(DialogLock);
  const [wasOpened, setWasOpened] = useState(false);
  if (isOpen && !wasOpened) setWasOpened(true);
  if (!wasOpened) return null;
  return (
    <Modal
      closeOnEscape={!isLocked}
      {...modal}
      opened={isOpen}
      onClose={onClose}
      // Mantine records the previous focus too late: after the dialog has taken it.
      returnFocus={false}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <DialogFocus />
      {children}
    </Modal>
  );
}

/** Moves the focus into the surrounding dialog. On close, the focus returns to the opener. */
function DialogFocus() {
  const mark = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const dialog = mark.current?.closest<HTMLElement>('[role=dialog]') ?? null;
    const opener = findOpener();
    const restorePage = makePageInert();
    findInitialFocus(dialog)?.focus({ preventScroll: true });
    return () => {
      restorePage();
      const { activeElement } = document;
      const hasMoved = activeElement !== document.body && !dialog?.contains(activeElement);
      if (!hasMoved) findFocusTarget(opener)?.focus({ preventScroll: true });
    };
  }, []);
  // Mantine focuses `data-autofocus` after a delay. A hidden element cannot take the focus.
  return <span ref={mark} hidden data-autofocus />;
}

function findInitialFocus(dialog: Element | null): HTMLElement | null {
  const start = dialog?.querySelector<HTMLElement>(`[${Object.keys(initialFocus)[0]}]`);
  return start ?? dialog?.querySelector('button') ?? null;
}

let lastFocused: Element | null = null;
document.addEventListener('focusin', ({ target }) => {
  lastFocused = target instanceof Element ? target : null;
});

/** The element that had the focus before. It may have disappeared together with its menu. */
function findOpener(): Element | null {
  const { activeElement } = document;
  const hasDisappeared = activeElement === document.body && lastFocused?.isConnected === false;
  return hasDisappeared ? lastFocused : activeElement;
}

/** For an entry of a menu, the button of the menu: the entry disappears with the menu. */
function findFocusTarget(opener: Element | null): HTMLElement | null {
  const menu = opener?.closest('[role=menu]') ?? null;
  const target =
    menu === null ? opener : document.getElementById(menu.getAttribute('aria-labelledby') ?? '');
  return target instanceof HTMLElement ? target : null;
}

let openDialogs = 0;

/** Makes the page behind a dialog inert. Returns the function that undoes it. */
function makePageInert(): () => void {
  const page = document.querySelector<HTMLElement>('#root');
  openDialogs += 1;
  page?.toggleAttribute('inert', true);
  return () => {
    openDialogs -= 1;
    page?.toggleAttribute('inert', openDialogs > 0);
  };
}
