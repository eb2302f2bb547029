import type { Feature } from '../feature.ts';
import type { Authenticate } from '../http/caller.ts';
import { createOpenApi } from './openapi-response.ts';

export function openDocs(version: string, authenticate: Authenticate): Feature {
  const openApi = createOpenApi(version, authenticate);
  return { addPages: (api) => void api.get('/openapi.json', ({ req }) => openApi(req.raw)) };
}
