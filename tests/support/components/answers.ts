import { afterEach, spyOn } from 'bun:test';
import type { Envelope } from '../../../contracts/envelope.ts';

interface SentCall {
  readonly path: string;
  readonly body: unknown;
}

let restore: () => void = () => undefined;
afterEach(() => restore());

/** Answers the calls of the page; no path without an answer exists. Returns the calls. */
export function answerCalls(
  answers: Readonly<Record<string, Partial<Envelope<unknown>>>>,
): readonly SentCall[] {
  const sent: SentCall[] = [];
  const answer = async (input: string, init?: RequestInit): Promise<Response> => {
    const { pathname: path } = new URL(input, location.href);
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : null;
    sent.push({ path, body });
    const { code = 200, msg = 'success', data = null } = answers[path] ?? { code: 404, msg: '' };
    return Response.json({ code, msg, data }, { status: code });
  };
  const spy = spyOn(globalThis, 'fetch').mockImplementation(answer as typeof fetch);
  restore = () => spy.mockRestore();
  return sent;
}
