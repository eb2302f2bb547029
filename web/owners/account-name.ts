import { t } from '../language.ts';

export function findDeletedId(name: string): string | undefined {
  return /^deleted account (\d+)$/.exec(name)?.[1];
}

/** The name of an account in a history; the server writes of deleted ones in English. */
export function describeAccount(name: string): string {
  const id = findDeletedId(name);
  return id === undefined ? name : t('account.deleted', { id });
}
