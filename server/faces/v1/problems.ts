import type { z } from 'zod';
import type { Refused } from '../../http/face.ts';
import type { ProblemName } from '../../http/problem.ts';
import { explainRefusal, findMissingScope, type Answer } from '../protocol.ts';
import type { problem } from './routes.ts';
import { showIssue } from './shapes.ts';

interface Kind {
  readonly name: string;
  readonly title: string;
  /** By default the status of the call with the envelope. */
  readonly status?: number;
}

/** Names are part of the promise in `docs/api-v1.md`. */
const kinds: Readonly<Partial<Record<ProblemName, Kind>>> = {
  'account.unknown': { name: 'account-unknown', title: 'This account does not exist', status: 400 },
  'links.bad-url': { name: 'url-invalid', title: 'The long URL is not valid' },
  'links.own-host': { name: 'url-own', title: 'The URL leads back to this site' },
  'links.time-past': { name: 'time-past', title: 'This time is in the past' },
  'links.time-order': { name: 'time-order', title: 'The start must be before the end' },
  'links.bad-code': { name: 'code-invalid', title: 'The code is not valid' },
  'links.reserved-code': { name: 'code-reserved', title: 'The site itself uses this path' },
  'links.code-taken': { name: 'code-taken', title: 'Another link has this code', status: 409 },
  'links.codes-exhausted': {
    name: 'codes-exhausted',
    title: 'No free code was found',
    status: 409,
  },
  'links.unknown': { name: 'link-unknown', title: 'This link does not exist' },
  'links.changed': { name: 'link-changed', title: 'The link has changed' },
  'links.too-many': { name: 'too-many', title: 'Too many links' },
  'domains.unknown': { name: 'domain-unknown', title: 'This domain does not exist', status: 400 },
  'call.no-token': { name: 'token-missing', title: 'The call has no token' },
  'call.bad-token': { name: 'token-invalid', title: 'The token is not valid' },
  'call.bad-api-token': { name: 'token-invalid', title: 'The token is not valid' },
  'call.token-expired': { name: 'token-expired', title: 'The token has expired' },
  'call.login-required': { name: 'scope-missing', title: 'The token does not allow this call' },
  'call.scope-missing': { name: 'scope-missing', title: 'The token does not allow this call' },
  'call.not-allowed': { name: 'not-allowed', title: 'Your role does not allow this call' },
  'call.factor-missing': { name: 'factor-missing', title: 'Set up a second factor first' },
  'call.confirmation-missing': { name: 'not-fresh', title: 'Confirm your password first' },
  'call.too-many': { name: 'too-many', title: 'Too many calls' },
  'call.path-unknown': { name: 'path-unknown', title: 'There is no such call' },
  'call.method-wrong': { name: 'method-wrong', title: 'This path does not take this method' },
  'call.unstorable': { name: 'request-invalid', title: 'The request is not valid' },
  'call.broken-body': { name: 'request-invalid', title: 'The request is not valid' },
  'call.key-busy': { name: 'key-busy', title: 'The first call with this key is still running' },
  'call.key-lost': { name: 'key-lost', title: 'The answer to the first call is lost' },
  'call.key-reused': { name: 'key-reused', title: 'Another call had this key' },
  'call.too-slow': { name: 'too-slow', title: 'The request took too long' },
  'call.too-large': { name: 'too-large', title: 'The request is too large' },
  'storage.full': { name: 'storage-full', title: 'The disk is full' },
  'storage.unavailable': { name: 'unavailable', title: 'The database cannot be reached' },
  'stats.unavailable': { name: 'unavailable', title: 'Statistics are not available' },
  internal: { name: 'internal', title: 'The server made an error' },
};

const invalid: Kind = { name: 'request-invalid', title: 'The request is not valid', status: 400 };

/** RFC 9457. */
export function describeProblem({ error, requestId }: Refused): z.output<typeof problem> {
  const { code, problem: named, issues, place } = explainRefusal(error);
  const known = named === null ? invalid : (kinds[named] ?? invalid);
  const { name, title, status = code } = known;
  const [first] = issues;
  const needed = findMissingScope(error);
  const detail =
    first !== undefined
      ? place + first.reason
      : requestId !== undefined
        ? `The log of the server has it as ${requestId}`
        : needed !== undefined
          ? `It needs the scope ${needed}`
          : 'details' in error && error.details.reason;
  return {
    type: `urn:brisk:problem:${name}`,
    title,
    status,
    ...(typeof detail === 'string' && { detail }),
    ...(issues.length > 0 && { issues: issues.map(showIssue) }),
  };
}

/** Why a call has no result. */
export function refuse(refused: Refused): Answer {
  const body = describeProblem(refused);
  const headers: Record<string, string> =
    body.status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {};
  return { status: body.status, body, type: 'application/problem+json', headers };
}

/** Problems that have names of their own; all others are requests that are not valid. */
export function listProblems(): ProblemName[] {
  return Object.keys(kinds) as ProblemName[];
}
