import { decodeLenient } from '../../../contracts/text.ts';
import { readQuery } from '../../http/body/body.ts';
import type { Refused } from '../../http/face.ts';
import { describeRefusal, InvalidRequest } from '../../http/invalid-request.ts';
import { explainRefusal, type Answer } from '../protocol.ts';

export const PROBLEM_TYPE = 'application/problem+json';

/** RFC 9457, with the members that Shlink adds. */
export interface ShlinkProblem {
  readonly type: string;
  readonly title: string;
  readonly detail: string;
  readonly status: number;
  readonly [more: string]: unknown;
}

interface Told {
  readonly status: number;
  readonly slug: string;
  readonly title: string;
  readonly detail: string;
}

/** Clients compare `type`; it is never fetched. */
export function tell({ status, slug, title, detail }: Told, more: object = {}): ShlinkProblem {
  return { type: `https://shlink.io/api/error/${slug}`, title, detail, status, ...more };
}

/** The names that Shlink has for fields. */
const fieldNames: Readonly<Record<string, string>> = {
  long_url: 'longUrl',
  short_url: 'customSlug',
  starts_at: 'validSince',
  expires_at: 'validUntil',
  max_clicks: 'maxVisits',
  forward_query: 'forwardQuery',
  host: 'domain',
  home_url: 'baseUrlRedirect',
  not_found_url: 'invalidShortUrlRedirect',
};

/** The fields of problems that name none. */
const problemFields: Readonly<Record<string, string>> = {
  'links.bad-url': 'longUrl',
  'links.own-host': 'longUrl',
  'links.time-past': 'validUntil',
  'links.time-order': 'validSince',
  'links.bad-code': 'customSlug',
  'links.reserved-code': 'customSlug',
  'domains.unknown': 'domain',
};

/** Why a call has no result, as Shlink says it. */
export function refuse(refused: Refused): Answer {
  const body = describeProblem(refused);
  return { status: body.status, body, type: PROBLEM_TYPE };
}

function describeProblem(refused: Refused): ShlinkProblem {
  const { error, requestId } = refused;
  if (error instanceof InvalidRequest) return describeInvalid(error, '');
  const { status, code, key } = error.outcome;
  const known = describeKnown(refused);
  if (known !== null) return known;
  if (code === 401) return describeCredentials(refused);
  if (code === 403) return describeForbidden(refused);
  if (status === 200) return describeInvalid(error, problemFields[error.problem] ?? '');
  const detail = requestId === undefined ? key : `The log of the server has it as ${requestId}`;
  const slug = status >= 500 ? 'unavailable' : 'refused-call';
  return tell({ status, slug, title: 'The call failed', detail });
}

function describeKnown({ error, request }: Refused): ShlinkProblem | null {
  if (error instanceof InvalidRequest) return null;
  const { data = {} } = error.details;
  switch (error.problem) {
    case 'links.unknown':
      return describeUnknown(request);
    case 'links.code-taken': {
      const { customSlug, domain } = data;
      const place = typeof domain === 'string' ? ` for domain "${domain}"` : '';
      const detail = `Provided slug "${String(customSlug)}" is already in use${place}.`;
      const title = 'Invalid custom slug';
      return tell({ status: 400, slug: 'non-unique-slug', title, detail }, data);
    }
    case 'tags.unknown': {
      const detail = `Tag with name "${String(data['tag'])}" could not be found`;
      return tell({ status: 404, slug: 'tag-not-found', title: 'Tag not found', detail }, data);
    }
    case 'tags.name-taken': {
      const { oldName, newName } = data;
      const detail = `You cannot rename tag ${String(oldName)} to ${String(newName)}, because it already exists`;
      return tell({ status: 409, slug: 'tag-conflict', title: 'Tag conflict', detail }, data);
    }
    case 'domains.unknown': {
      const { authority } = data;
      if (typeof authority !== 'string') return null;
      const detail = `Domain with authority "${authority}" could not be found`;
      const title = 'Domain not found';
      return tell({ status: 404, slug: 'domain-not-found', title, detail }, data);
    }
    case 'call.path-unknown': {
      const detail = 'There is no such call';
      return tell({ status: 404, slug: 'not-found', title: 'Not Found', detail });
    }
    case 'call.method-wrong': {
      const detail = `This path does not take ${request.method}`;
      return tell({ status: 405, slug: 'method-not-allowed', title: 'Method Not Allowed', detail });
    }
    case 'call.too-many':
    case 'links.too-many': {
      const detail = 'Too many calls. Try again later';
      return tell({ status: 429, slug: 'too-many-calls', title: 'Too many calls', detail });
    }
    default:
      return null;
  }
}

function describeInvalid(error: Refused['error'], otherwise: string): ShlinkProblem {
  const { key, issues } = describeRefusal(error);
  const invalidElements = issues.map(({ field }) => toElement(field)).filter((name) => name !== '');
  if (invalidElements.length === 0 && otherwise !== '') invalidElements.push(otherwise);
  const [first] = issues;
  const reason = first?.reason ?? key;
  if (invalidElements.length === 0) {
    const title = 'Malformed request body';
    return tell({ status: 400, slug: 'malformed-request-body', title, detail: reason });
  }
  const detail = `Provided data is not valid. ${invalidElements[0]}: ${reason}`;
  const told = { status: 400, slug: 'invalid-data', title: 'Invalid data', detail };
  return tell(told, { invalidElements: [...new Set(invalidElements)] });
}

function toElement(field: string): string {
  const [first = ''] = field.split('.', 1);
  return fieldNames[first] ?? first;
}

/** The only call whose key stands in its address. */
export function hasKeyInQuery({ url }: Pick<Request, 'url'>): boolean {
  return /\/short-urls\/shorten\/?(?:\?|$)/.test(url);
}

function describeCredentials({ error, request }: Refused): ShlinkProblem {
  const isMissing = !(error instanceof InvalidRequest) && error.problem === 'call.no-token';
  if (!isMissing) {
    const detail = 'Provided API key does not exist or is invalid.';
    return tell({ status: 401, slug: 'invalid-api-key', title: 'Invalid API key', detail });
  }
  const told = { status: 401, slug: 'missing-authentication', title: 'Invalid authorization' };
  if (hasKeyInQuery(request)) {
    const detail = 'Expected authentication to be provided in "apiKey" query param';
    return tell({ ...told, detail }, { param: 'apiKey' });
  }
  const detail =
    'Expected one of the following authentication headers, ["X-Api-Key"], but none were provided';
  return tell({ ...told, detail }, { expectedHeaders: ['X-Api-Key'] });
}

/** Shlink has slugs for tags and domains; those of other calls are ours. */
function describeForbidden({ error, request }: Refused): ShlinkProblem {
  const { reason: detail } = explainRefusal(error);
  const [, kind = ''] = /\/rest\/v[123]\/(tags|domains)/.exec(request.url) ?? [];
  const { slug, title } = {
    tags: { slug: 'forbidden-tag-operation', title: 'Forbidden tag operation' },
    domains: { slug: 'forbidden-domain-operation', title: 'Forbidden domain operation' },
  }[kind] ?? { slug: 'forbidden-operation', title: 'Forbidden operation' };
  return tell({ status: 403, slug, title, detail });
}

function describeUnknown(request: Request): ShlinkProblem {
  const [, code = ''] = /\/short-urls\/([^/?#]*)/.exec(request.url) ?? [];
  const { domain } = readQuery(request);
  const shortCode = decodeLenient(code);
  const named = typeof domain === 'string' && domain !== '' ? { domain } : {};
  const place = 'domain' in named ? ` for domain "${named.domain}"` : '';
  const detail = `No URL found with short code "${shortCode}"${place}`;
  const title = 'Short URL not found';
  return tell({ status: 404, slug: 'short-url-not-found', title, detail }, { shortCode, ...named });
}
