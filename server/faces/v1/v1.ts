import { apiHeaders } from '../../http/answer/security-headers.ts';
import { readBearer } from '../../http/caller.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Face, Refused } from '../../http/face.ts';
import { describeProblem } from './problems.ts';
import { listCalls, recoverAnswer, type Answer, type CallsOptions } from './calls.ts';
import { KeyedCalls } from './keyed-calls.ts';
import { PREFIX } from './routes.ts';

interface V1Options extends CallsOptions {
  readonly engine: Engine;
}

/** The site's own API for programs. */
export function v1Face({ engine, ...options }: V1Options): Face {
  const keyed = new KeyedCalls(engine, (arrived, code) => {
    const answer = recoverAnswer(options, arrived, code);
    return answer === null ? null : answer.then(write);
  });
  return {
    prefixes: [PREFIX],
    endpoints: listCalls(options),
    headers: apiHeaders,
    limitsWrongTokens: true,
    readToken: readBearer,
    answerOnce: (arrived, run) => keyed.run(arrived, run),
    writeResult: (answer) => write(answer as Answer),
    writeRefusal,
  };
}

function write({ status, body, headers = {} }: Answer): Response {
  if (body === null) return new Response(null, { status, headers });
  return Response.json(body, { status, headers });
}

function writeRefusal(refused: Refused): Response {
  const body = describeProblem(refused);
  return new Response(JSON.stringify(body), {
    status: body.status,
    headers: {
      'Content-Type': 'application/problem+json',
      ...(body.status === 401 && { 'WWW-Authenticate': 'Bearer' }),
    },
  });
}
