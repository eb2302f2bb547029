import { ApiError } from '../../api.ts';
import { explainFailure } from '../../failure.ts';
import { t, type TextKey } from '../../language.ts';
import { leaveSite } from '../../page-load.ts';
import { sessionValues } from '../../storage.ts';

const BEGUN = 'sso_round';

type Purpose = 'login' | 'join' | 'connect' | 'confirm';

/** What the page remembers while the browser is at the provider. */
interface Begun {
  readonly purpose: Purpose;
  readonly fields: Readonly<Record<string, string>>;
}

/** How a round ended: the server puts it into the fragment of the page's address. */
export interface Returned {
  /** Null: no click on this page began the round. Another site may have. */
  readonly purpose: Purpose | null;
  readonly fields: Begun['fields'];
  readonly ticket: string | null;
  /** Null: there is a ticket. */
  readonly fault: string | null;
}

/** Leaves the page for the provider. */
export function beginRound(id: number, purpose: Purpose, fields: Begun['fields'] = {}) {
  sessionValues.set(BEGUN, JSON.stringify({ purpose, fields }));
  leaveSite(`/login/sso/${id}?for=${purpose}`);
}

const faults: ReadonlyMap<string, TextKey> = new Map([
  ['busy', 'too.many.attempts'],
  ['denied', 'sso.denied'],
  ['over', 'sso.over'],
]);

/** Null: no round led here. A page takes only tickets of rounds that it began itself. */
export function readReturned(own: readonly Purpose[]): Returned | null {
  const [, no, rest = ''] = /^#(no-)?sso-(.+)$/.exec(location.hash) ?? [];
  if (rest === '') return null;
  const stored = sessionValues.getJson(BEGUN) as Partial<Begun> | null;
  const purpose = own.find((one) => one === stored?.purpose) ?? null;
  const fields = purpose === null ? {} : (stored?.fields ?? {});
  if (no !== undefined) {
    return { purpose, fields, ticket: null, fault: t(faults.get(rest) ?? 'sso.failed') };
  }
  if (purpose === null) return { purpose, fields, ticket: null, fault: t('sso.over') };
  return { purpose, fields, ticket: `sso-${rest}`, fault: null };
}

/** A ticket works once, so that neither the address nor the history keeps it. */
export function clearReturned() {
  sessionValues.remove(BEGUN);
  history.replaceState(history.state, '', location.pathname + location.search);
}

const reasons = [
  'no_account',
  'role',
  'domain',
  'connect_first',
  'taken',
  'other_account',
  'only_way',
] as const;

export function explainSso(error: unknown, fallback: TextKey): string {
  const isRefused = error instanceof ApiError && error.key === 'sso.refused';
  const data = isRefused ? (error.data as { readonly reason?: string } | null) : null;
  const reason = reasons.find((one) => one === data?.reason);
  return reason === undefined ? explainFailure(error, fallback) : t(`sso.refused.${reason}`);
}
