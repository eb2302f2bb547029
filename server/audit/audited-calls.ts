import { init, login } from '../../contracts/account.ts';
import type { CheckedRequestOf } from '../../contracts/route.ts';
import { Problem, type ProblemName } from '../http/problem.ts';
import type { AnsweredCall, RefusedCaller } from '../http/dispatch.ts';
import { actorOf, nameInLog } from './actor.ts';
import type { AuditEvent, WriteAuditLine } from './audit-log.ts';

const refusals: Readonly<Partial<Record<ProblemName, string>>> = {
  'account.username-unknown': 'login.failed',
  'account.password-wrong': 'login.failed',
  'account.login-wrong': 'login.failed',
  'account.old-password-wrong': 'account.password_refused',
  'account.too-many-attempts': 'login.throttled',
};

function describeRefusal({ route, outcome }: AnsweredCall): AuditEvent | null {
  const error = 'error' in outcome ? outcome.error : null;
  if (!(error instanceof Problem)) return null;
  const action = refusals[error.problem];
  if (action !== undefined) return { action };
  if (error.outcome.status !== 429) return null;
  return { action: 'access.throttled', target: { kind: 'call', name: route.path } };
}

/** Who is told in the log to have been refused. */
const refused: Readonly<Partial<Record<ProblemName, string>>> = {
  'call.login-required': 'api-token',
  'call.scope-missing': 'api-token',
  'call.not-allowed': 'account',
};

export function auditRefusal(
  write: WriteAuditLine,
  { problem, path, address }: RefusedCaller,
): void {
  if (problem === 'call.bad-api-token') {
    write({ action: 'token.refused', actor: 'unknown', address });
    return;
  }
  const actor = refused[problem];
  if (actor === undefined) return;
  write({ action: 'access.refused', target: { kind: 'call', name: path }, actor, address });
}

interface AuditorOptions {
  readonly write: WriteAuditLine;
  readonly isUsername: (name: string) => Promise<boolean>;
  readonly onError: (error: unknown) => void;
}

/** People type passwords into user names: unknown ones are not kept. */
export function createAuditor({ write, isUsername, onError }: AuditorOptions) {
  const writeRefusal = async (answered: AnsweredCall, event: AuditEvent): Promise<void> => {
    const { route, request, call } = answered;
    let actor = nameInLog(actorOf(call));
    if (route === login || route === init) {
      const { username } = request as CheckedRequestOf<typeof login>;
      actor = (await isUsername(username)) ? username : 'unknown';
    }
    write({ ...event, actor, address: call.address });
  };
  return (answered: AnsweredCall): void => {
    const { call, outcome } = answered;
    if ('data' in outcome) {
      for (const event of actorOf(call).recorded) write({ ...event, address: call.address });
      return;
    }
    const refusal = describeRefusal(answered);
    if (refusal !== null) writeRefusal(answered, refusal).catch(onError);
  };
}
