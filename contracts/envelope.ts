/**
 * The frame of every `/api/*` answer. `code` 200 is success, with {@link SUCCESS} in `msg`; business
 * failures travel with HTTP 200 and their own `code`, and `msg` is then a message key that the page
 * translates.
 */
export interface Envelope<Data> {
  readonly code: number;
  readonly msg: string;
  readonly data: Data;
}

/** `msg` of a success: clients show it as it is. */
export const SUCCESS = 'success';

/** Which field of a request was refused, as a message key and in plain English. */
export interface Issue {
  readonly field: string;
  readonly key: MessageKey;
  readonly reason: string;
  /** Of a taken code: until when the deleted link that has it can be restored, in Unix seconds. */
  readonly restorable_until?: number;
}

/** `data` of an answer that refuses a request for its form. */
export interface Refusal {
  readonly issues: readonly Issue[];
}

/** Every key that can stand in `msg`; each locale of the page has a sentence for each. */
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
  'option.not.found',
  'json.error',
  'json.only',
  'file.not.empty',
  'file.too.large',
  'no.query',
  'keyword.not.empty',
  'url.not.empty',
  'error.link',
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
  'too.many.attempts',
  'too.many.links',
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

const known: ReadonlySet<string> = new Set(messageKeys);

/** Tells a message key from any other text, for example a schema's own English sentence. */
export function isMessageKey(text: string): text is MessageKey {
  return known.has(text);
}
