import type { Refused } from '../http/face.ts';
import { InvalidRequest } from '../http/invalid-request.ts';

/** The scope that the token of a refused call lacks. */
export function findMissingScope(error: Refused['error']): string | undefined {
  const scope = error instanceof InvalidRequest ? undefined : error.details.data?.['scope'];
  return typeof scope === 'string' ? scope : undefined;
}

/** Why a token may not make a call, for the person who reads it in an app. */
export function describeClosed(error: Refused['error']): string {
  const scope = findMissingScope(error);
  return scope === undefined
    ? 'The API token does not allow this.'
    : `The API token needs the scope ${scope}.`;
}
