import { apiHeaders } from '../../http/answer/security-headers.ts';
import { readBearer } from '../../http/caller.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Face } from '../../http/face.ts';
import { protocolFace, writeAnswer } from '../protocol.ts';
import { listCalls, recoverAnswer, type CallsOptions } from './calls.ts';
import { KeyedCalls } from './keyed-calls.ts';
import { refuse } from './problems.ts';
import { PREFIX } from './routes.ts';

interface V1Options extends CallsOptions {
  readonly engine: Engine;
}

/** The site's own API for programs. */
export function v1Face({ engine, ...options }: V1Options): Face {
  const keyed = new KeyedCalls(engine, (arrived, code) => {
    const answer = recoverAnswer(options, arrived, code);
    return answer === null ? null : answer.then(writeAnswer);
  });
  return protocolFace({
    prefixes: [PREFIX],
    endpoints: listCalls(options),
    headers: apiHeaders,
    readToken: readBearer,
    answerOnce: (arrived, run) => keyed.run(arrived, run),
    refuse,
  });
}
