import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, spyOn } from 'bun:test';
import type { Language } from '../../../web/language.ts';
import { answerCalls } from './answers.ts';

/** Answers every call as a proxy does: with a page and a status; null: with no answer. */
export function answerAsProxy(status: number | null): void {
  const answer = async (): Promise<Response> => {
    if (status === null) throw new TypeError('Failed to fetch');
    return new Response('<h1>nginx</h1>', { status });
  };
  spyOn(globalThis, 'fetch').mockImplementation(answer as unknown as typeof fetch);
}

/** Failures of a call other than a refusal, and the reasons that the page gives for them. */
const failures = [
  { answer: { code: 500, msg: 'internal.error' }, reason: { en: '', zh: '' } },
  {
    answer: { code: 503, msg: 'storage.unavailable' },
    reason: { en: 'The database can’t be reached right now', zh: '暂时无法连接数据库' },
  },
] as const;

/** Expects a toast with this text, and with a reason if there is one. */
export async function expectToast(text: string, reason = ''): Promise<void> {
  await waitFor(() => {
    const toasts = screen.getAllByRole('alert').map(({ textContent }) => textContent);
    const found = toasts.filter((shown) => shown.includes(text) && shown.includes(reason));
    expect([toasts, found.length > 0]).toEqual([toasts, true]);
  });
}

/** Presses a button once it takes presses. */
export async function press(user: UserEvent, button: HTMLElement): Promise<void> {
  await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
  await user.click(button);
}

interface FailingCall {
  readonly language: Language;
  readonly path: string;
  /** The sentence of the specification. */
  readonly sentence: string;
  readonly act: () => Promise<unknown>;
  readonly otherAnswers?: Parameters<typeof answerCalls>[0];
}

/** Fails a call in each way, and expects a toast with the sentence and the reason. */
export async function expectFailures(failing: FailingCall): Promise<void> {
  const { language, path, sentence, act, otherAnswers } = failing;
  for (const { answer, reason } of failures) {
    answerCalls({ ...otherAnswers, [path]: answer });
    await act();
    await expectToast(sentence, reason[language]);
  }
}
