import type { Editor } from '../../contracts/history.constants.ts';
import type { Call } from '../http/endpoint.ts';

export function editorOf({ caller }: Call): Editor {
  return caller.kind === 'login' ? 'login' : 'api-token';
}
