/**
 * `code` 200 is success. A business failure has HTTP status 200 and another `code`; its `msg` is a
 * message key, which the page translates.
 */
export interface Envelope<Data> {
  readonly code: number;
  readonly msg: string;
  readonly data: Data;
}

export const SUCCESS = 'success';

/** A rejected field, with a message key and a reason in plain English. */
export interface Issue {
  readonly field: string;
  readonly key: MessageKey;
  readonly reason: string;
  /** For the code of a deleted link: until when it can be restored, in Unix seconds. */
  readonly restorable_until?: number;
}

export interface Refusal {
  readonly issues: readonly Issue[];
}

/** Each locale of the page has a sentence for each key. */
export const messageKeys = [
  'username.error',
  'password.error',
  'login.error',
  'oldpass.error',
  'no.repeat.init',
  'token.already.exists',
  'token.not.exist',
  'token.unreadable',
  'invalid.short.url',
  'reserved.short.url',
  'short.url.exists',
  'short.url.exhausted',
  'link.not.found',
  'tag.not.found',
  'view.not.found',
  'view.too.many',
  'domain.exists',
  'domain.main',
  'domain.too.many',
  'domain.has.links',
  'domain.not.found',
  'change.not.found',
  'bulk.not.found',
  'link.flag.unclear',
  'link.expiry.unclear',
  'link.disabled',
  'link.protected',
  'link.unsafe',
  'link.scheduled',
  'link.capped',
  'link.has.rules',
  'link.cloaked',
  'option.not.found',
  'json.error',
  'json.only',
  'file.not.empty',
  'file.too.large',
  'import.unknown',
  'import.not.found',
  'import.not.ready',
  'import.busy',
  'import.away',
  'import.command.ended',
  'import.not.allowed',
  'import.too.large',
  'no.query',
  'keyword.not.empty',
  'url.not.empty',
  'error.link',
  'time.invalid',
  'time.past',
  'time.order',
  'user.name.invalid',
  'email.invalid',
  'password.not.allow',
  'password.not.allow.empty',
  'password.too.common',
  'oldpass.notallow.empty',
  'newpass.notallow.empty',
  'no.session.token',
  'invalid.session.token',
  'session.expired',
  'login.required',
  'not.allowed',
  'scope.missing',
  'confirm.required',
  'factor.setup.required',
  'second.factor.required',
  'second.factor.error',
  'factor.not.found',
  'passkey.error',
  'passkey.unavailable',
  'passkey.too.many',
  'password.login.off',
  'sso.failed',
  'sso.refused',
  'account.disabled',
  'account.not.found',
  'account.last.owner',
  'account.exists',
  'invitation.invalid',
  'token.too.many',
  'too.many.calls',
  'too.many.attempts',
  'too.many.links',
  'too.many.streams',
  'too.many.exports',
  'bad.request',
  'too.large',
  'request.timeout',
  'path.not.found',
  'method.not.allowed',
  'storage.full',
  'storage.unavailable',
  'backup.elsewhere',
  'statistics.unavailable',
  'webhook.private',
  'internal.error',
] as const;

export type MessageKey = (typeof messageKeys)[number];

const keys: ReadonlySet<string> = new Set(messageKeys);

/** False for other texts, for example English sentences of a schema. */
export function isMessageKey(text: string): text is MessageKey {
  return keys.has(text);
}
