import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { confirm } from './confirm.tsx';
import { areFieldsStored } from './stored-fields.ts';
import { t } from '../language.ts';
import { useUnsaved } from './unsaved.ts';

export function useUnsavedGuard(isUnsaved: boolean, isSaving = false) {
  useUnsaved(isUnsaved);
  const isAtRisk = isUnsaved && !isSaving;
  const [path] = useState(() => location.pathname);
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      // The page stays mounted while the next one loads: do not ask a second time.
      const isLeaving = current.pathname === path && next.pathname !== path;
      return isAtRisk && isLeaving && !(await confirmLeaving());
    },
    enableBeforeUnload: () => isAtRisk && !areFieldsStored(),
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
