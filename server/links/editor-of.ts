import type { Editor } from '../../contracts/history.ts';
import type { Call } from '../http/endpoint.ts';

/** Who changes links by a call, as histories tell it. */
export function editorOf({ caller }: Call): Editor {
  return caller.kind === 'login' ? 'login' : 'api-token';
}
