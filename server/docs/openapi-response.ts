import { authenticateToken, readBearer, type Authenticate } from '../http/caller.ts';
import { matchesEtag } from '../http/answer/etag.ts';
import { apiHeaders } from '../http/answer/security-headers.ts';
import { describeApi } from './openapi.ts';

type ServeOpenApi = (request: Request) => Promise<Response>;

/** OpenAPI needs a version; visitors get this one. */
const HIDDEN_VERSION = '1';

/** Writes a description at its first request. Only callers with a token learn Brisk's version. */
export function createOpenApi(version: string, authenticate: Authenticate): ServeOpenApi {
  const descriptions = new Map<string, ReturnType<typeof writeJson>>();
  return async (request) => {
    const token = readBearer(request);
    if (token !== undefined) await authenticateToken(token, authenticate);
    const shown = token === undefined ? HIDDEN_VERSION : version;
    const written = descriptions.get(shown) ?? writeJson(shown);
    descriptions.set(shown, written);
    const headers = {
      ...apiHeaders,
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': token === undefined ? 'public, max-age=300' : 'no-store',
      ETag: written.etag,
    };
    return matchesEtag(request, written.etag)
      ? new Response(null, { status: 304, headers })
      : new Response(written.json, { headers });
  };
}

function writeJson(version: string) {
  const json = JSON.stringify(describeApi(version));
  return { json, etag: `W/"${Bun.hash(json).toString(36)}"` };
}
