import type { Refused } from '../../http/face.ts';
import { describeRefusal, InvalidRequest } from '../../http/invalid-request.ts';
import type { ProblemName } from '../../http/problem.ts';
import { describeClosed } from '../closed.ts';

interface Reason {
  readonly message: string;
  /** By default the status of the call with the envelope. */
  readonly status?: number;
}

const forbidden = { message: 'FORBIDDEN', status: 403 };

const reasons: Readonly<Partial<Record<ProblemName, Reason>>> = {
  'links.bad-url': { message: 'INVALID_ARG_LONG_URL' },
  'links.own-host': { message: 'ALREADY_A_BITLY_LINK' },
  'links.time-past': { message: 'INVALID_ARG_EXPIRATION_AT' },
  'links.bad-code': { message: 'INVALID_ARG_KEYWORD' },
  'links.reserved-code': { message: 'INVALID_ARG_KEYWORD' },
  'links.code-taken': { message: 'KEYWORD_UNAVAILABLE' },
  'domains.unknown': { message: 'INVALID_ARG_DOMAIN', status: 400 },
  'call.no-token': forbidden,
  'call.bad-token': forbidden,
  'call.bad-api-token': forbidden,
  'call.token-expired': forbidden,
};

/** What the rules of links call by other names than Bitly. */
const fieldNames: Readonly<Record<string, string>> = {
  short_url: 'keyword',
  expires_at: 'expiration_at',
};

const messages: Readonly<Record<number, string>> = {
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  429: 'RATE_LIMIT_EXCEEDED',
  500: 'INTERNAL_ERROR',
  503: 'TEMPORARILY_UNAVAILABLE',
  507: 'TEMPORARILY_UNAVAILABLE',
};

const descriptions: Readonly<Record<number, string>> = {
  400: 'The value provided is invalid.',
  403: 'You are currently forbidden to access this resource.',
  404: 'What you are looking for cannot be found.',
  405: 'This address does not take this method.',
  429: 'Too many requests. Try again later.',
};

/** Why a call has no result, as Bitly says it. */
export function refuse({ error, request }: Refused): Response {
  const { code, key, issues } = describeRefusal(error);
  const { status, message } =
    error instanceof InvalidRequest
      ? { status: code, message: nameInvalid(issues[0]?.field ?? '') }
      : explain(error.problem, code);
  const errors = issues.map(({ field, reason }) => ({
    field: fieldNames[field] ?? field,
    error_code: 'invalid',
    message: reason,
  }));
  // A missing or wrong token is a 403, too.
  const description = code === 403 ? describeClosed(error) : descriptions[status];
  return Response.json(
    {
      message,
      resource: readResource(request),
      description: description ?? issues[0]?.reason ?? key,
      ...(status === 400 && { errors }),
    },
    { status },
  );
}

function explain(problem: ProblemName, code: number): Required<Reason> {
  const { message = messages[code] ?? 'BAD_REQUEST', status = code } = reasons[problem] ?? {};
  return { message, status };
}

/** `tags.0` is a fault of `tags`. */
function nameInvalid(field: string): string {
  const [name = ''] = field.split('.', 1);
  return name === '' ? 'BAD_REQUEST' : `INVALID_ARG_${name.toUpperCase()}`;
}

function readResource({ url }: Request): string {
  const name = /\/v4\/(\w+)/i.exec(url)?.[1]?.toLowerCase() ?? '';
  return name === 'user' || name === 'groups' ? name : 'bitlinks';
}
