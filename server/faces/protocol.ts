import type { MessageKey } from '../../contracts/envelope.ts';
import type { Face, Refused } from '../http/face.ts';
import { describeRefusal, InvalidRequest } from '../http/invalid-request.ts';
import type { ProblemName } from '../http/problem.ts';
import type { Links } from '../links/links.ts';
import type { Ask } from './ask.ts';
import type { Hosts } from './hosts.ts';

/** What the face of each other shortener needs. */
export interface ProtocolOptions {
  readonly isOn: () => boolean;
  readonly links: Links;
  readonly hosts: Hosts;
  /** The calls with the envelope, some of which have the same rules. */
  readonly ask: Ask;
}

/** What a call is answered with. */
export interface Answer<Body = unknown> {
  /** 200 by default. */
  readonly status?: number;
  /** null = none; a text is no JSON. */
  readonly body: Body;
  /** The media type, if it is neither plain text nor JSON. */
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export function writeAnswer({ status = 200, body, type, headers = {} }: Answer): Response {
  if (body === null) return new Response(null, { status, headers });
  const isText = typeof body === 'string';
  const usual = isText ? 'text/plain; charset=utf-8' : 'application/json;charset=utf-8';
  return new Response(isText ? body : JSON.stringify(body), {
    status,
    headers: { 'Content-Type': type ?? usual, ...headers },
  });
}

type Protocol = Omit<Face, 'headers' | 'writeResult' | 'writeRefusal'> &
  Partial<Pick<Face, 'headers' | 'writeResult'>> & {
    /** Why a call has no result. */
    readonly refuse: (refused: Refused) => Answer;
  };

/** The face of another shortener, for its clients when only their address is changed. */
export function protocolFace({ refuse, ...protocol }: Protocol): Face {
  return {
    headers: { 'Cache-Control': 'no-store' },
    limitsWrongTokens: true,
    writeResult: (answer) => writeAnswer(answer as Answer),
    writeRefusal: (refused) => writeAnswer(refuse(refused)),
    ...protocol,
  };
}

/** The sentences of a protocol, by what the refusal is called or by its code. */
export type Texts = Readonly<Partial<Record<ProblemName | MessageKey | 401, string>>>;

/** Why a call has no result, for the person who reads it in an app. */
export function explainRefusal(error: Refused['error'], texts: Texts = {}) {
  const { code, key, issues } = describeRefusal(error);
  const [issue] = issues;
  const problem = error instanceof InvalidRequest ? null : error.problem;
  const named = problem === null ? undefined : texts[problem];
  const known = named ?? texts[key] ?? (code === 401 ? texts[401] : undefined);
  const reason = code === 403 ? describeClosed(error) : (issue?.reason ?? key);
  return {
    code,
    key,
    issues,
    /** null = the request is not valid. */
    problem,
    known,
    reason,
    /** The first wrong field and a colon, if there is one. */
    place: issue === undefined || issue.field === '' ? '' : `${issue.field}: `,
  };
}

/** The scope that the token of a refused call lacks. */
export function findMissingScope(error: Refused['error']): string | undefined {
  const scope = error instanceof InvalidRequest ? undefined : error.details.data?.['scope'];
  return typeof scope === 'string' ? scope : undefined;
}

function describeClosed(error: Refused['error']): string {
  const scope = findMissingScope(error);
  return scope === undefined
    ? 'The API token does not allow this.'
    : `The API token needs the scope ${scope}.`;
}
