import { afterEach, spyOn } from 'bun:test';
import type { Envelope } from '../../../contracts/envelope.ts';

/** What the page sent to the server. */
interface Sent {
  readonly path: string;
  readonly body: unknown;
}

let restore: () => void = () => undefined;
afterEach(() => restore());

/**
 * Answers the calls of the page by their path, with success unless the answer names another code.
 * No other path exists. Returns the calls.
 */
export function answerCalls(
  answers: Readonly<Record<string, Partial<Envelope<unknown>>>>,
): readonly Sent[] {
  const sent: Sent[] = [];
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
