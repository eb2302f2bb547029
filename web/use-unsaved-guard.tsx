import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { confirm } from './confirm.tsx';
import { areFieldsKept } from './kept-fields.ts';
import { t } from './language.ts';

/** Asks before a page with unsaved changes is left, whichever way. */
export function useUnsavedGuard(isUnsaved: boolean) {
  const [path] = useState(() => location.pathname);
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      // The page stays mounted while the next one loads: it has been left already then.
      const isLeaving = current.pathname === path && next.pathname !== path;
      return isUnsaved && isLeaving && !(await confirmLeaving());
    },
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
