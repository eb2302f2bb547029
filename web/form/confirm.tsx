import { Button, Group } from '@mantine/core';
import { useSyncExternalStore, type ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import { t } from '../language.ts';
import { initialFocus } from '../ui/fields/initial-focus.ts';

interface Question {
  readonly title: string;
  readonly content: ReactNode;
  /** Labels of the buttons. The "no" button has the initial focus. */
  readonly yes: string;
  readonly no?: string;
  readonly isDangerous?: boolean;
}

interface OpenQuestion extends Question {
  readonly answer: (isYes: boolean) => void;
}

let open: OpenQuestion | null = null;
const listeners = new Set<() => void>();

function show(question: OpenQuestion | null) {
  open = question;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Asks in the dialog of the admin area. Any way to close it, except "yes", means no. */
export function confirm(question: Question): Promise<boolean> {
  open?.answer(false);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const answer = (isYes: boolean) => {
    show(null);
    resolve(isYes);
  };
  show({ ...question, answer });
  return promise;
}

export function ConfirmDialog() {
  const question = useSyncExternalStore(subscribe, () => open);
  const answer = (isYes: boolean) => question?.answer(isYes);
  return (
    <Dialog isOpen={question !== null} onClose={() => answer(false)} title={question?.title}>
      <div className="confirm-content">{question?.content}</div>
      <Group justify="flex-end">
        <Button {...initialFocus} variant="default" onClick={() => answer(false)}>
          {question?.no ?? t('cancel')}
        </Button>
        <Button {...(question?.isDangerous && { color: 'red' })} onClick={() => answer(true)}>
          {question?.yes}
        </Button>
      </Group>
    </Dialog>
  );
}
