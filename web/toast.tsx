import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from './language.ts';

const SHOWN_MS = 3000;

const looks = {
  success: { color: 'var(--brisk-good)', icon: <IconCheck size={18} aria-hidden /> },
  warning: { color: 'var(--brisk-warning)', icon: <IconAlertTriangle size={18} aria-hidden /> },
  error: { color: 'var(--brisk-error)', icon: <IconAlertTriangle size={18} aria-hidden /> },
};

const shown = new Map<string, string>();

/** Tells in passing; takes the place of what was told before in the same tone. */
export function toast(kind: keyof typeof looks, message: ReactNode) {
  const before = shown.get(kind);
  if (before !== undefined) notifications.hide(before);
  const id = notifications.show({
    ...looks[kind],
    message,
    autoClose: SHOWN_MS,
    withBorder: true,
    closeButtonProps: { 'aria-label': t('close') },
  });
  shown.set(kind, id);
}
