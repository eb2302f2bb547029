import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { confirm } from './confirm.tsx';
import { areFieldsStored } from './stored-fields.ts';
import { t } from '../language.ts';

export function useUnsavedGuard(isUnsaved: boolean) {
  const [path] = useState(() => location.pathname);
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      // The page stays mounted while the next one loads: do not ask a second time.
      const isLeaving = current.pathname === path && next.pathname !== path;
      return isUnsaved && isLeaving && !(await confirmLeaving());
    },
    enableBeforeUnload: () => isUnsaved && !areFieldsStored(),
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
