import {
  changePassword,
  changeToken,
  createToken,
  init,
  login,
  logout,
} from '../../contracts/account.ts';
import { downloadBackup } from '../../contracts/backup.ts';
import { emptyBin, purgeDeleted } from '../../contracts/bin.ts';
import { editLinks, undoBulk } from '../../contracts/bulk.ts';
import { addDomain, deleteDomain, setDomain } from '../../contracts/domains.ts';
import { exportLinks } from '../../contracts/export.ts';
import { importLinks } from '../../contracts/import.ts';
import {
  clearLinks,
  createLink,
  deleteLink,
  deleteLinks,
  restoreLinks,
} from '../../contracts/links.ts';
import type { CheckedRequestOf, ReplyOf, Route } from '../../contracts/route.ts';
import { setOption } from '../../contracts/site.ts';
import { deleteTag, renameTag } from '../../contracts/tags.ts';
import { Problem, type ProblemName } from '../http/problem.ts';
import type { AnsweredCall, RefusedCaller } from '../http/serve.ts';
import type { AuditEvent, WriteAuditLine } from './audit-log.ts';

type Describe = (request: unknown, data: unknown) => readonly AuditEvent[];

function audited<R extends Route>(
  route: R,
  describe: (request: CheckedRequestOf<R>, data: ReplyOf<R>) => AuditEvent | readonly AuditEvent[],
): readonly [Route, Describe] {
  return [
    route,
    (request, data) => [describe(request as CheckedRequestOf<R>, data as ReplyOf<R>)].flat(),
  ];
}

function event(action: string, kind: string, name?: string): AuditEvent {
  return { action, target: { kind, ...(name !== undefined && { name }) } };
}

const linksEvent = (action: string, count: number): AuditEvent =>
  event(action, 'links', String(count));

/** Single edits are in the history of the link. */
const auditedCalls = new Map<Route, Describe>([
  audited(init, ({ username }) => event('account.joined', 'account', username)),
  audited(login, ({ username }) => event('login.in', 'account', username)),
  audited(logout, () => ({ action: 'login.out' })),
  audited(changePassword, ({ keep_api_token: keepsToken }) => [
    { action: 'account.password' },
    event('login.ended', 'login', 'all others'),
    ...(keepsToken === true ? [] : [event('token.ended', 'token', 'default')]),
  ]),
  audited(createToken, () => event('token.made', 'token', 'default')),
  audited(changeToken, () => [
    event('token.ended', 'token', 'default'),
    event('token.made', 'token', 'default'),
  ]),
  audited(setOption, ({ key }) => event('setting.changed', 'setting', key)),
  audited(addDomain, ({ host }) => event('domain.added', 'domain', host)),
  audited(setDomain, ({ host }) => event('domain.changed', 'domain', host)),
  audited(deleteDomain, ({ host }) => event('domain.deleted', 'domain', host)),
  audited(renameTag, ({ name }) => event('tag.renamed', 'tag', name)),
  audited(deleteTag, ({ name }) => event('tag.deleted', 'tag', name)),
  audited(deleteLink, ({ short_url: typed }) => {
    // A query may hold a secret.
    const [address = ''] = typed.split(/[?#]/, 1);
    return event('link.deleted', 'link', address);
  }),
  audited(deleteLinks, (_, count) => linksEvent('link.deleted', count)),
  audited(createLink, (_, { is_restored: isRestored }) =>
    isRestored === true ? linksEvent('link.restored', 1) : [],
  ),
  audited(restoreLinks, (_, count) => linksEvent('link.restored', count)),
  audited(purgeDeleted, (_, count) => linksEvent('link.purged', count)),
  audited(emptyBin, (_, count) => linksEvent('link.purged', count)),
  audited(clearLinks, (_, count) => linksEvent('site.cleared', count)),
  audited(editLinks, ({ dry_run: isDryRun }, { changed }) =>
    isDryRun ? [] : linksEvent('links.bulk', changed),
  ),
  audited(undoBulk, ({ bulk_id: id }) => ({
    action: 'links.undone',
    target: { kind: 'bulk', id },
  })),
  audited(importLinks, (_, { imported }) => linksEvent('site.imported', imported)),
  audited(exportLinks, () => event('site.exported', 'site')),
  audited(downloadBackup, () => event('site.backed_up', 'site')),
]);

const refusals: Readonly<Partial<Record<ProblemName, string>>> = {
  'account.username-unknown': 'login.failed',
  'account.password-wrong': 'login.failed',
  'account.login-wrong': 'login.failed',
  'account.old-password-wrong': 'account.password_refused',
  'account.too-many-attempts': 'login.throttled',
};

function describeCall({ route, request, outcome }: AnsweredCall): readonly AuditEvent[] {
  if ('data' in outcome) return auditedCalls.get(route)?.(request, outcome.data) ?? [];
  const { error } = outcome;
  const action = error instanceof Problem ? refusals[error.problem] : undefined;
  if (action !== undefined) return [{ action }];
  const isThrottled = error instanceof Problem && error.outcome.status === 429;
  return isThrottled ? [event('access.throttled', 'call', route.path)] : [];
}

/** Writes the line of a call that its caller may not make. */
export function auditRefusal(
  write: WriteAuditLine,
  { problem, path, address }: RefusedCaller,
): void {
  if (problem === 'call.bad-api-token') {
    write({ action: 'token.refused', actor: 'unknown', address });
  } else if (problem === 'call.login-required') {
    write({ ...event('access.refused', 'call', path), actor: 'api-token', address });
  }
}

interface AuditorOptions {
  readonly write: WriteAuditLine;
  /** The user name of the only account; '' = none. */
  readonly readUsername: () => Promise<string>;
  readonly onError: (error: unknown) => void;
}

/** Writes the lines of a call. People type passwords into user names: unknown ones are not kept. */
export function createAuditor({ write, readUsername, onError }: AuditorOptions) {
  const findActor = async ({ route, request, call }: AnsweredCall): Promise<string> => {
    const username = await readUsername();
    if (call.caller.kind === 'login') return username;
    if (call.caller.kind === 'api-token') return 'api-token';
    if (route !== login && route !== init) return 'guest';
    const typed = (request as CheckedRequestOf<typeof login>).username;
    return typed === username ? username : 'unknown';
  };
  const record = async (answered: AnsweredCall, events: readonly AuditEvent[]): Promise<void> => {
    const actor = await findActor(answered);
    for (const found of events) write({ ...found, actor, address: answered.call.address });
  };
  return (answered: AnsweredCall): void => {
    const events = describeCall(answered);
    if (events.length > 0) record(answered, events).catch(onError);
  };
}
