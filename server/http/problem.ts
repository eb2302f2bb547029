import type { MessageKey } from '../../contracts/envelope.ts';

interface Outcome {
  readonly status:
    | 200
    | 401
    | 403
    | 404
    | 405
    | 408
    | 409
    | 412
    | 413
    | 422
    | 429
    | 500
    | 503
    | 507;
  readonly code: number;
  readonly key: MessageKey;
}

function business(code: 400 | 404, key: MessageKey): Outcome {
  return { status: 200, code, key };
}

function http(status: Exclude<Outcome['status'], 200>, key: MessageKey): Outcome {
  return { status, code: status, key };
}

const outcomes = {
  'account.username-unknown': business(400, 'username.error'),
  'account.password-wrong': business(400, 'password.error'),
  'account.login-wrong': business(400, 'login.error'),
  'account.old-password-wrong': business(400, 'oldpass.error'),
  'account.password-missing': business(400, 'password.not.allow.empty'),
  'account.password-short': business(400, 'password.not.allow'),
  'account.name-invalid': business(400, 'user.name.invalid'),
  'account.password-weak': business(400, 'password.too.common'),
  'account.exists': business(400, 'no.repeat.init'),
  'account.factor-needed': business(400, 'second.factor.required'),
  'account.factor-wrong': business(400, 'second.factor.error'),
  'account.factor-unknown': business(404, 'factor.not.found'),
  'account.passkey-wrong': business(400, 'passkey.error'),
  'account.passkey-unavailable': business(400, 'passkey.unavailable'),
  'account.too-many-passkeys': business(400, 'passkey.too.many'),
  'account.password-login-off': business(400, 'password.login.off'),
  'sso.failed': business(400, 'sso.failed'),
  'sso.refused': business(400, 'sso.refused'),
  'account.step-over': business(400, 'session.expired'),
  'account.disabled': business(400, 'account.disabled'),
  'account.unknown': business(404, 'account.not.found'),
  'account.last-owner': business(400, 'account.last.owner'),
  'account.name-taken': business(400, 'account.exists'),
  'account.bad-link': business(404, 'invitation.invalid'),
  'account.too-many-attempts': http(429, 'too.many.attempts'),
  'token.exists': business(400, 'token.already.exists'),
  'token.none': business(404, 'token.not.exist'),
  'token.unreadable': business(400, 'token.unreadable'),
  'token.time-past': business(400, 'time.past'),
  'token.too-many': business(400, 'token.too.many'),
  'token.none-to-change': business(400, 'token.not.exist'),
  'links.bad-url': business(400, 'error.link'),
  'links.own-host': business(400, 'error.link'),
  'links.time-past': business(400, 'time.past'),
  'links.time-order': business(400, 'time.order'),
  'links.bad-code': business(400, 'invalid.short.url'),
  'links.reserved-code': business(400, 'reserved.short.url'),
  'links.code-taken': business(400, 'short.url.exists'),
  'links.codes-exhausted': business(400, 'short.url.exhausted'),
  'links.unknown': business(404, 'link.not.found'),
  'links.changed': http(412, 'bad.request'),
  'links.no-picture': http(404, 'link.not.found'),
  'links.change-unknown': business(404, 'change.not.found'),
  'links.bulk-unknown': business(404, 'bulk.not.found'),
  'tags.unknown': business(404, 'tag.not.found'),
  'tags.name-taken': http(409, 'bad.request'),
  'views.unknown': business(404, 'view.not.found'),
  'views.too-many': business(400, 'view.too.many'),
  'domains.exists': business(400, 'domain.exists'),
  'domains.main': business(400, 'domain.main'),
  'domains.too-many': business(400, 'domain.too.many'),
  'domains.has-links': business(400, 'domain.has.links'),
  'domains.unknown': business(404, 'domain.not.found'),
  'domains.not-own': http(404, 'domain.not.found'),
  'links.none-found': business(404, 'no.query'),
  'links.too-many': http(429, 'too.many.links'),
  'export.too-many': http(429, 'too.many.exports'),
  'import.unreadable': business(400, 'json.error'),
  'import.not-a-json-file': business(400, 'json.only'),
  'import.no-file': business(400, 'file.not.empty'),
  'import.unknown': business(400, 'import.unknown'),
  'import.job-unknown': business(404, 'import.not.found'),
  'import.not-ready': business(400, 'import.not.ready'),
  'import.busy': business(400, 'import.busy'),
  'import.not-allowed': http(403, 'import.not.allowed'),
  'import.upload-too-large': http(413, 'import.too.large'),
  'import.too-large': http(413, 'file.too.large'),
  'site.option-unknown': business(404, 'option.not.found'),
  'call.no-token': http(401, 'no.session.token'),
  'call.bad-token': http(401, 'invalid.session.token'),
  'call.bad-api-token': http(401, 'invalid.session.token'),
  'call.token-expired': http(401, 'session.expired'),
  'call.login-required': http(403, 'login.required'),
  'call.not-allowed': http(403, 'not.allowed'),
  'call.scope-missing': http(403, 'scope.missing'),
  'call.confirmation-missing': http(403, 'confirm.required'),
  'call.factor-missing': http(403, 'factor.setup.required'),
  'call.too-many': http(429, 'too.many.calls'),
  'call.path-unknown': http(404, 'path.not.found'),
  'call.method-wrong': http(405, 'method.not.allowed'),
  'call.unstorable': business(400, 'bad.request'),
  'call.broken-body': business(400, 'bad.request'),
  'call.key-busy': http(409, 'bad.request'),
  'call.key-lost': http(409, 'bad.request'),
  'call.key-reused': http(422, 'bad.request'),
  'call.too-slow': http(408, 'request.timeout'),
  'call.too-large': http(413, 'too.large'),
  'storage.full': http(507, 'storage.full'),
  'storage.unavailable': http(503, 'storage.unavailable'),
  'backup.elsewhere': business(400, 'backup.elsewhere'),
  'stats.too-many-streams': http(429, 'too.many.streams'),
  'stats.unavailable': http(503, 'statistics.unavailable'),
  internal: http(500, 'internal.error'),
} as const satisfies Record<string, Outcome>;

export type ProblemName = keyof typeof outcomes;

export interface ProblemDetails {
  /** Of a refused login; no answer has it. */
  readonly account?: number;
  /** Seconds, for a 429 or 503. */
  readonly retryAfter?: number;
  /** The wrong field and the reason in English. */
  readonly field?: string;
  readonly reason?: string;
  /** What the caller needs to go on. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** For a taken code: when its deleted link can no longer be restored, in Unix seconds. */
  readonly restorableUntil?: number;
}

export class Problem extends Error {
  readonly problem: ProblemName;
  readonly details: ProblemDetails;

  constructor(problem: ProblemName, details: ProblemDetails = {}) {
    super(problem);
    this.name = 'Problem';
    this.problem = problem;
    this.details = details;
  }

  get outcome(): Outcome {
    return outcomes[this.problem];
  }
}
