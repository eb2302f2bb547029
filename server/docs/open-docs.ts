import { authenticateToken, readBearer, type Authenticate } from '../http/caller.ts';
import { answerText } from '../http/answer/etag.ts';
import { apiHeaders } from '../http/answer/security-headers.ts';
import type { Feature } from '../feature.ts';
import { describeApi } from './openapi.ts';

/** OpenAPI needs a version; visitors get this one. */
const HIDDEN_VERSION = '1';

export function openDocs(version: string, authenticate: Authenticate): Feature {
  const openApi = createOpenApi(version, authenticate);
  return {
    addPages: (api) =>
      void api.get('/openapi.json', ({ req, env }) => openApi(req.raw, env.address)),
  };
}

/** Writes a description at its first request. Only callers with a token learn Brisk's version. */
function createOpenApi(version: string, authenticate: Authenticate) {
  const descriptions = new Map<string, string>();
  return async (request: Request, address: string): Promise<Response> => {
    const token = readBearer(request);
    if (token !== undefined) await authenticateToken(token, address, authenticate);
    const shown = token === undefined ? HIDDEN_VERSION : version;
    const json = descriptions.getOrInsertComputed(shown, () => JSON.stringify(describeApi(shown)));
    return answerText(request, json, {
      ...apiHeaders,
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': token === undefined ? 'public, max-age=300' : 'no-store',
    });
  };
}
