import type { EngineFailure } from '../engine/engine.ts';
import { Problem, type ProblemDetails, type ProblemName } from './problem.ts';

const problems: Readonly<Record<EngineFailure, readonly [ProblemName, ProblemDetails]>> = {
  full: ['storage.full', { reason: 'No space is left on the disk' }],
  unavailable: ['storage.unavailable', { reason: 'The database cannot be reached', retryAfter: 5 }],
  unstorable: ['call.unstorable', { reason: 'It contains the character U+0000' }],
};

export function engineProblem(failure: EngineFailure): Problem {
  const [name, details] = problems[failure];
  return new Problem(name, details);
}
