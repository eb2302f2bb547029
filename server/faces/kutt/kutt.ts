import { toApiToken } from '../../http/caller.ts';
import { readQuery, type Fields } from '../../http/body/body.ts';
import type { Face, Refused } from '../../http/face.ts';
import { explainRefusal, protocolFace, writeAnswer, type Answer, type Texts } from '../protocol.ts';
import { listCalls, type KuttAnswer, type KuttOptions } from './calls.ts';
import { prefixes } from './routes.ts';

/** The API of Kutt. */
export function kuttFace(options: KuttOptions): Face {
  const tokens = new WeakMap<Request, string>();
  return protocolFace({
    prefixes,
    endpoints: listCalls(options),
    isOpenToOrigins: true,
    isOn: options.isOn,
    async readToken(request, readFields) {
      const sent = findToken(request, await readFields());
      if (sent === undefined) return undefined;
      const token = toApiToken(sent);
      if (token !== null) tokens.set(request, token);
      return token;
    },
    writeResult(data, _, request) {
      const { body, hasToken, ...answer } = data as KuttAnswer;
      if (hasToken !== true) return writeAnswer({ ...answer, body });
      return writeAnswer({ ...answer, body: { apikey: tokens.get(request), ...(body as object) } });
    },
    refuse,
  });
}

/** What is empty counts as missing. */
function findToken(request: Request, fields: Fields): unknown {
  return [fields['apikey'], readQuery(request)['apikey'], request.headers.get('x-api-key')].find(
    (sent) => sent !== undefined && sent !== null && sent !== '',
  );
}

const badCode = 'Custom URL is not valid.';
const reservedCode = "You can't use this custom URL.";

const texts: Texts = {
  'links.bad-url': 'URL is not valid.',
  'links.own-host': 'URLs of this site are not allowed.',
  'links.time-past': 'Expire time should be more than 1 minute.',
  'links.bad-code': badCode,
  'links.reserved-code': reservedCode,
  'links.code-taken': 'Custom URL is already in use.',
  'links.codes-exhausted': 'No free address was found. Try again.',
  'links.unknown': 'Link was not found.',
  'links.too-many': 'Too many links. Try again later.',
  'domains.unknown': "You can't use this domain.",
  'call.too-many': 'Too many requests. Try again later.',
  'call.path-unknown': 'Not found.',
  'call.method-wrong': 'This address does not take this method.',
  'call.too-large': 'The request is too large.',
  'call.too-slow': 'The request took too long.',
  401: 'Unauthorized.',
};

/** Why a call has no result, as Kutt says it. */
function refuse({ error }: Refused): Answer {
  const { code, problem, known, reason, ...invalid } = explainRefusal(error, texts);
  if (problem === null) return { status: code, body: { error: explainInvalid(invalid, reason) } };
  const status = problem === 'domains.unknown' ? 400 : code;
  return { status, body: { error: known ?? reason } };
}

type Invalid = Pick<ReturnType<typeof explainRefusal>, 'issues' | 'place'>;

function explainInvalid({ issues, place }: Invalid, reason: string): string {
  const key = issues[0]?.key;
  if (key === 'reserved.short.url') return reservedCode;
  if (key === 'invalid.short.url') return badCode;
  return reason.endsWith('.') ? reason : place + reason;
}
