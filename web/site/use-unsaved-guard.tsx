import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useBlocker } from '@tanstack/react-router';
import { areFieldsKept } from '../kept-fields.ts';
import { t } from '../language.ts';
import { startHere } from '../ui/start-here.ts';

/** Asks before a page with unsaved changes is left, whichever way. */
export function useUnsavedGuard(isUnsaved: boolean) {
  useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      isUnsaved && current.pathname !== next.pathname && !(await confirmLeaving()),
    enableBeforeUnload: () => isUnsaved && !areFieldsKept(),
  });
}

function confirmLeaving(): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  modals.openConfirmModal({
    title: t('unsaved.title'),
    children: <Text>{t('unsaved.text')}</Text>,
    labels: { confirm: t('unsaved.leave'), cancel: t('unsaved.stay') },
    confirmProps: { color: 'red' },
    cancelProps: startHere,
    closeButtonProps: { 'aria-label': t('close') },
    onConfirm: () => resolve(true),
    // Comes with every way out of the dialog, after the confirmation too.
    onClose: () => resolve(false),
  });
  return promise;
}
