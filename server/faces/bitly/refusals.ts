import type { Refused } from '../../http/face.ts';
import { explainRefusal, type Answer, type Texts } from '../protocol.ts';

const problems: Texts = {
  'links.bad-url': 'INVALID_ARG_LONG_URL',
  'links.own-host': 'ALREADY_A_BITLY_LINK',
  'links.time-past': 'INVALID_ARG_EXPIRATION_AT',
  'links.bad-code': 'INVALID_ARG_KEYWORD',
  'links.reserved-code': 'INVALID_ARG_KEYWORD',
  'links.code-taken': 'KEYWORD_UNAVAILABLE',
  'domains.unknown': 'INVALID_ARG_DOMAIN',
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
export function refuse({ error, request }: Refused): Answer {
  const { code, issues, problem, known, reason } = explainRefusal(error, problems);
  // A missing or wrong token is a 403, too.
  const status = code === 401 ? 403 : problem === 'domains.unknown' ? 400 : code;
  const message =
    problem === null
      ? nameInvalid(issues[0]?.field ?? '')
      : (known ?? messages[status] ?? 'BAD_REQUEST');
  const errors = issues.map(({ field, reason: fault }) => ({
    field: fieldNames[field] ?? field,
    error_code: 'invalid',
    message: fault,
  }));
  const body = {
    message,
    resource: readResource(request),
    description: code === 403 ? reason : (descriptions[status] ?? reason),
    ...(status === 400 && { errors }),
  };
  return { status, body };
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
