import { spyOn } from 'bun:test';
import type { Envelope } from '../../../contracts/envelope.ts';

interface SentCall {
  readonly path: string;
  readonly body: unknown;
}

type Answer = Partial<Envelope<unknown>>;

/** Answers the calls of the page; no path without an answer exists. Returns the calls. */
export function answerCalls(
  answers: Readonly<Record<string, Answer | Promise<Answer>>>,
): readonly SentCall[] {
  const sent: SentCall[] = [];
  const reply = async (input: string, init?: RequestInit): Promise<Response> => {
    const { pathname: path } = new URL(input, location.href);
    sent.push({ path, body: readBody(init?.body) });
    const answer = (await answers[path]) ?? { code: 404, msg: '' };
    const { code = 200, msg = 'success', data = null } = answer;
    return Response.json({ code, msg, data }, { status: code });
  };
  spyOn(globalThis, 'fetch').mockImplementation(reply as typeof fetch);
  return sent;
}

function readBody(body: RequestInit['body']): unknown {
  if (body instanceof FormData) return Object.fromEntries(body);
  return typeof body === 'string' ? JSON.parse(body) : null;
}
