import { t } from '../language.ts';

/** The groups of actions, by which the list is filtered. */
export const actionGroups = [
  'login',
  'account',
  'token',
  'link',
  'links',
  'tag',
  'domain',
  'setting',
  'site',
  'import',
  'access',
  'audit',
] as const;

export const targetKinds = ['account', 'token', 'link', 'tag', 'domain', 'setting'] as const;

/** The actions that have a text of their own. */
const named = [
  'access.refused',
  'account.changed',
  'account.deleted',
  'account.disabled',
  'account.enabled',
  'account.invited',
  'account.joined',
  'account.login_link',
  'account.password',
  'account.reset_link',
  'account.role',
  'account.uninvited',
  'audit.exported',
  'domain.added',
  'domain.changed',
  'domain.deleted',
  'import.deleted',
  'link.deleted',
  'link.given',
  'link.password_refused',
  'link.purged',
  'link.restored',
  'links.bulk',
  'links.undone',
  'login.confirmed',
  'login.ended',
  'login.failed',
  'login.in',
  'login.out',
  'setting.changed',
  'site.backed_up',
  'site.cleared',
  'site.exported',
  'site.import_undone',
  'site.imported',
  'site.moved',
  'site.restored',
  'tag.changed',
  'tag.deleted',
  'tag.renamed',
  'token.changed',
  'token.ended',
  'token.made',
] as const;

/** The text of an action; one without a text shows its name. */
export function describeAction(action: string): string {
  const known = named.find((name) => name === action);
  return known === undefined ? action : t(`audit.act.${known}`);
}
