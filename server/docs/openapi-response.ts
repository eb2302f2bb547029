import { matchesEtag } from '../http/etag.ts';
import { apiHeaders } from '../http/security-headers.ts';
import { describeApi } from './openapi.ts';

type ServeOpenApi = (request: Request) => Response;

/** Writes the description at the first request. */
export function createOpenApi(version: string): ServeOpenApi {
  let written: { readonly json: string; readonly etag: string } | undefined;
  return (request) => {
    written ??= writeJson(version);
    const headers = {
      ...apiHeaders,
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'public, max-age=300',
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
