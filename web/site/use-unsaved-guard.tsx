import { useBlocker } from '@tanstack/react-router';
import { confirm } from '../confirm.tsx';
import { areFieldsKept } from '../kept-fields.ts';
import { t } from '../language.ts';

/** Asks before a page with unsaved changes is left, whichever way. */
export function useUnsavedGuard(isUnsaved: boolean) {
  useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      isUnsaved && current.pathname !== next.pathname && !(await confirmLeaving()),
    enableBeforeUnload: () => isUnsaved && !areFieldsKept(),
  });
}

function confirmLeaving(): Promise<boolean> {
  return confirm({
    title: t('unsaved.title'),
    content: t('unsaved.text'),
    yes: t('unsaved.leave'),
    no: t('unsaved.stay'),
    isDangerous: true,
  });
}
