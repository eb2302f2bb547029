import type { z } from 'zod';
import { isMessageKey, type Issue, type MessageKey } from '../../contracts/envelope.ts';

/** English reasons for developers. */
const reasons: Readonly<Partial<Record<MessageKey, string>>> = {
  'error.link': 'An http or https URL of at most 8,192 characters, without a user name or password',
  'invalid.short.url': 'Letters, digits, - and _, at most 64 characters',
  'reserved.short.url': 'This path is used by the site itself',
  'url.not.empty': 'The URL of the page is missing',
  'user.name.invalid': '3 to 32 lowercase letters or digits',
  'email.invalid': 'An email address like name@example.com',
  'password.not.allow': '6 to 256 characters',
  'password.not.allow.empty': 'The password is missing',
  'oldpass.notallow.empty': 'The old password is missing',
  'newpass.notallow.empty': 'The new password is missing',
  'username.error': 'The username is missing or too long',
  'too.large': 'Larger than allowed',
};

const ISSUES_MAX = 100;

export class InvalidRequest extends Error {
  readonly issues: readonly Issue[];

  constructor(issues: readonly Issue[]) {
    super(issues.map(({ field, reason }) => `${field}: ${reason}`).join('; '));
    this.name = 'InvalidRequest';
    this.issues = issues;
  }
}

/** Throws InvalidRequest. `parent` = the field that holds the value, if any. */
export function parseWith<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  parent?: string,
): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new InvalidRequest(
    parsed.error.issues.slice(0, ISSUES_MAX).map((issue) => toIssue(issue, parent)),
  );
}

function toIssue({ path, message }: z.core.$ZodIssue, parent: string | undefined): Issue {
  const field = [...(parent === undefined ? [] : [parent]), ...path].join('.');
  if (!isMessageKey(message)) return { field, key: 'bad.request', reason: message };
  return { field, key: message, reason: reasons[message] ?? message };
}
