import { init, login } from '../../contracts/account.ts';
import type { AuditAction, LoggedAction } from '../../contracts/people/audit.constants.ts';
import type { CheckedRequestOf } from '../../contracts/route.ts';
import { guest } from '../http/caller.ts';
import { Problem, type ProblemName } from '../http/problem.ts';
import type { AnsweredCall, RefusedCaller } from '../http/dispatch.ts';
import { actorOf, nameInLog } from './actor.ts';
import type { AuditEvent, WriteAuditLine } from './audit-log.ts';
import type { NoteRepeated } from './repeated-events.ts';

const refusals: Readonly<Partial<Record<ProblemName, AuditAction | LoggedAction>>> = {
  'account.username-unknown': 'login.failed',
  'account.password-wrong': 'login.failed',
  'account.login-wrong': 'login.failed',
  'account.passkey-wrong': 'login.factor_failed',
  'account.factor-wrong': 'login.factor_failed',
  'account.old-password-wrong': 'account.password_refused',
  'account.too-many-attempts': 'login.throttled',
};
/** Refusals of a password or code, which also have rows. The others are in the log only. */
const stored = ['login.failed', 'login.factor_failed', 'account.password_refused'] as const;

type Event = AuditEvent<AuditAction | LoggedAction>;

function describeRefusal({ route, outcome }: AnsweredCall): Event | null {
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

export interface Audit {
  readonly write: WriteAuditLine;
  readonly note: NoteRepeated;
}

export function auditRefusal(
  { write, note }: Audit,
  { problem, path, address, caller }: RefusedCaller,
): void {
  if (problem === 'call.bad-api-token') {
    write({ action: 'token.refused', actor: 'unknown', address });
    return;
  }
  const actor = refused[problem];
  if (actor === undefined) return;
  const event = { action: 'access.refused', target: { kind: 'call', name: path } } as const;
  write({ ...event, actor, address });
  if (caller !== null) note({ ...event, actor: actorOf({ caller, address }) });
}

interface Found {
  readonly id: number;
  readonly username: string;
}

interface AuditorOptions extends Audit {
  /** By its name or its number. */
  readonly findAccount: (by: string | number) => Promise<Found | null>;
  readonly onError: (error: unknown) => void;
}

const unknown: Found = { id: 0, username: 'unknown' };

/** People type passwords into user names: unknown ones are not kept. */
export function createAuditor({ write, note, findAccount, onError }: AuditorOptions) {
  const findTarget = async ({ route, request, outcome }: AnsweredCall): Promise<Found | null> => {
    if (route === login || route === init) {
      const { username } = request as CheckedRequestOf<typeof login>;
      return (await findAccount(username)) ?? unknown;
    }
    const error = 'error' in outcome ? outcome.error : null;
    const account = error instanceof Problem ? error.details.account : undefined;
    return account === undefined ? null : findAccount(account);
  };
  const writeRefusal = async (answered: AnsweredCall, event: Event): Promise<void> => {
    const { call } = answered;
    const account = await findTarget(answered);
    const caller = actorOf(call);
    const actor = account?.username ?? nameInLog(caller);
    write({ ...event, actor, address: call.address });
    const action = stored.find((name) => name === event.action);
    if (action === undefined) return;
    const { id = caller.account, username: name = caller.name } = account ?? {};
    note({ action, actor: caller, target: { kind: 'account', id, name } });
  };
  return (answered: AnsweredCall): void => {
    const { call, outcome } = answered;
    const isStored =
      'data' in outcome ||
      // The password was changed before the second factor was asked for.
      (outcome.error instanceof Problem && outcome.error.problem === 'account.factor-needed');
    if (isStored) {
      for (const event of actorOf(call).recorded) write({ ...event, address: call.address });
      return;
    }
    const refusal = describeRefusal(answered);
    if (refusal !== null) writeRefusal(answered, refusal).catch(onError);
  };
}

interface RefusedLinkPassword {
  readonly linkId: number;
  readonly code: string;
  readonly address: string;
  readonly isThrottled: boolean;
}

export function auditLinkPassword(
  { write, note }: Audit,
  { linkId, code, address, isThrottled }: RefusedLinkPassword,
): void {
  const target = { kind: 'link', id: linkId, name: code };
  if (isThrottled) {
    write({ action: 'link.password_throttled', actor: 'guest', address, target });
    return;
  }
  const action = 'link.password_refused';
  write({ action, actor: 'guest', address, target });
  note({ action, target, actor: actorOf({ caller: guest, address }) });
}
