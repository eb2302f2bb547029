import { Modal, type ModalProps } from '@mantine/core';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { t } from './language.ts';
import { initialFocus } from './ui/initial-focus.ts';

interface DialogProps extends Omit<
  ModalProps,
  'opened' | 'onClose' | 'returnFocus' | 'closeButtonProps' | 'transitionProps'
> {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * A dialog that has the focus as soon as it is there: the next key belongs to it. It is rendered
 * while it is closed, too, so that it opens within the event that asks for it.
 */
export function Dialog({ isOpen, onClose, children, ...modal }: DialogProps) {
  return (
    <Modal
      {...modal}
      opened={isOpen}
      onClose={onClose}
      // Mantine records where the focus was only when the dialog has it.
      returnFocus={false}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <DialogFocus />
      {children}
    </Modal>
  );
}

/** Takes the focus into the dialog that it stands in, and back to what opened the dialog. */
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
      const isElsewhere = activeElement !== document.body && !dialog?.contains(activeElement);
      if (!isElsewhere) findFocusTarget(opener)?.focus({ preventScroll: true });
    };
  }, []);
  // Mantine focuses this element by timers, after keys were pressed: it cannot have the focus.
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

/** What had the focus when a dialog was asked for; it may be gone together with its menu. */
function findOpener(): Element | null {
  const { activeElement } = document;
  const isGone = activeElement === document.body && lastFocused?.isConnected === false;
  return isGone ? lastFocused : activeElement;
}

/** The entry of a menu goes away with the menu; the button that opens the menu stays. */
function findFocusTarget(opener: Element | null): HTMLElement | null {
  const menu = opener?.closest('[role=menu]') ?? null;
  const target =
    menu === null ? opener : document.getElementById(menu.getAttribute('aria-labelledby') ?? '');
  return target instanceof HTMLElement ? target : null;
}

let openDialogs = 0;

/** Takes the page behind a dialog out of reach, and gives what brings it back. */
function makePageInert(): () => void {
  const page = document.querySelector<HTMLElement>('#root');
  openDialogs += 1;
  page?.toggleAttribute('inert', true);
  return () => {
    openDialogs -= 1;
    page?.toggleAttribute('inert', openDialogs > 0);
  };
}
