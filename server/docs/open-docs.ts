import type { Feature } from '../feature.ts';
import { createOpenApi } from './openapi-response.ts';

export function openDocs(version: string): Feature {
  const openApi = createOpenApi(version);
  return { addPages: (api) => void api.get('/openapi.json', ({ req }) => openApi(req.raw)) };
}
