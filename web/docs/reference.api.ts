import { queryOptions } from '@tanstack/react-query';
import type { OpenApi } from '../../contracts/openapi.ts';
import { sendRequest } from '../api.ts';
import { readCalls, type ApiCall } from './calls.ts';

/** The OpenAPI document. The server generates it from its contracts. */
export const referenceQuery = queryOptions({
  queryKey: ['openapi'],
  queryFn: async () => readCalls((await (await sendRequest('/openapi.json')).json()) as OpenApi),
  staleTime: Infinity,
});

/** The answer to a call from the form. */
export interface TriedAnswer {
  readonly status: number;
  readonly ms: number;
  readonly text: string;
}

interface TriedCall {
  readonly call: ApiCall;
  /** With its query. */
  readonly path: string;
  readonly token: string;
  readonly body: { readonly json: object } | { readonly files: FormData } | null;
}

export async function tryCall({ call, path, token, body }: TriedCall): Promise<TriedAnswer> {
  const start = performance.now();
  const isJson = body !== null && 'json' in body;
  const response = await sendRequest(path, {
    method: call.methods[0],
    headers: {
      ...(token === '' ? {} : { Authorization: `Bearer ${token}` }),
      ...(isJson ? { 'Content-Type': 'application/json' } : {}),
    },
    body: body === null ? null : isJson ? JSON.stringify(body.json) : body.files,
  });
  const text = await readText(response);
  return { status: response.status, ms: Math.round(performance.now() - start), text };
}

/** The answer as text; for a binary file, its name and its length in bytes. */
async function readText(response: Response): Promise<string> {
  const { type, size } = await response.clone().blob();
  if (type.startsWith('text/') || type.startsWith('application/json')) return response.text();
  const [, name = type] =
    /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '') ?? [];
  return `${name} (${size} B)`;
}
