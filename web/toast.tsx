import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { explainFailure } from './failure.ts';
import { t, type TextKey } from './language.ts';
import { onSuccess } from './queries.ts';
import { sessionValues } from './storage.ts';

const SHOWN_MS = 3000;
/** How long a toast with an action stays. */
const ACTION_MS = 10_000;
const STORED = 'kept_toast';

const looks = {
  success: { color: 'var(--brisk-good)', icon: <IconCheck size={18} aria-hidden /> },
  warning: { color: 'var(--brisk-warning)', icon: <IconAlertTriangle size={18} aria-hidden /> },
  error: { color: 'var(--brisk-error)', icon: <IconAlertTriangle size={18} aria-hidden /> },
  undo: { color: 'var(--brisk-good)', icon: <IconCheck size={18} aria-hidden /> },
};

const shown = new Map<string, string>();

/** Shows a toast instead of the previous one of its kind; a success also ends what it has mended. */
export function toast(kind: keyof typeof looks, message: ReactNode) {
  hideToast(kind);
  if (kind !== 'error' && kind !== 'warning') hideFaults();
  const id = notifications.show({
    ...looks[kind],
    message,
    autoClose: kind === 'undo' ? ACTION_MS : SHOWN_MS,
    withBorder: true,
    closeButtonProps: { 'aria-label': t('close') },
  });
  shown.set(kind, id);
}

export function toastFailure(sentence: TextKey) {
  return (error: unknown) => toast('error', explainFailure(error, sentence));
}

/** Runs an action, and shows why it failed. */
export function attempt(failed: TextKey, act: () => Promise<unknown>) {
  void act().catch(toastFailure(failed));
}

export function hideToast(kind: keyof typeof looks) {
  const id = shown.get(kind);
  if (id !== undefined) notifications.hide(id);
}

/** Call it after a success without a toast. */
export function hideFaults() {
  hideToast('error');
  hideToast('warning');
}

onSuccess(hideFaults);

interface NextToast {
  readonly kind: keyof typeof looks;
  readonly key: TextKey;
}

export function toastNext(kind: NextToast['kind'], key: NextToast['key']) {
  sessionValues.set(STORED, JSON.stringify({ kind, key } satisfies NextToast));
}

export function showNextToast() {
  const kept = sessionValues.getJson(STORED) as NextToast | null;
  if (kept === null) return;
  sessionValues.remove(STORED);
  toast(kept.kind, t(kept.key));
}
