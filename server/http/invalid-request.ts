import { z } from 'zod';
import { isMessageKey, type Issue, type MessageKey } from '../../contracts/envelope.ts';
import type { Problem } from './problem.ts';
import { describeUnknown } from './unknown-name.ts';

const reasons: Readonly<Partial<Record<MessageKey, string>>> = {
  'error.link': 'An http or https URL of at most 8,192 characters, without a user name or password',
  'invalid.short.url': 'Letters, digits, emoji, - and _, at most 64 characters',
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
  'time.invalid':
    'Unix seconds, a date like 2026-12-31, or a time with its offset like 2026-12-31T18:00+08:00; in a URL, + is %2B',
  'time.order': 'The start must be before the end',
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

/** Why a request is refused: a status, the key of a message, and what is wrong with each field. */
export function describeRefusal(error: InvalidRequest | Problem): {
  readonly code: number;
  readonly key: MessageKey;
  readonly issues: readonly Issue[];
} {
  if (error instanceof InvalidRequest) {
    const { issues } = error;
    return {
      code: 400,
      key: issues.find((issue) => issue.key !== 'bad.request')?.key ?? 'bad.request',
      issues,
    };
  }
  const { details, outcome } = error;
  const { field, reason = outcome.key, restorableUntil } = details;
  const until = restorableUntil !== undefined && { restorable_until: restorableUntil };
  const issues = field === undefined ? [] : [{ field, key: outcome.key, reason, ...until }];
  return { code: outcome.code, key: outcome.key, issues };
}

/** Throws InvalidRequest. `parent` = the field that holds the value, if any. */
export function parseWith<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  parent?: string,
): z.output<Schema> {
  const parsed = schema.safeParse(value, { error: explainUnknown });
  if (parsed.success) return parsed.data;
  const prefix = parent === undefined ? [] : [parent];
  throw new InvalidRequest(
    parsed.error.issues.flatMap((issue) => toIssues(issue, prefix)).slice(0, ISSUES_MAX),
  );
}

function explainUnknown(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code !== 'unrecognized_keys') return undefined;
  const [first = ''] = issue.keys;
  const names = issue.inst instanceof z.ZodObject ? Object.keys(issue.inst.shape) : [];
  return describeUnknown(first, names);
}

function toIssues(issue: z.core.$ZodIssue, prefix: readonly PropertyKey[]): Issue[] {
  const path = [...prefix, ...issue.path];
  const inner = listInner(issue);
  return inner.length === 0
    ? [toIssue(path, findLimit(issue) ?? issue.message)]
    : inner.map(({ path: rest, message }) => toIssue([...path, ...rest], message));
}

/** What the one form of a value that has its type says of its length. */
function findLimit(issue: z.core.$ZodIssue): string | undefined {
  if (issue.code !== 'invalid_union') return undefined;
  const limits = issue.errors
    .flat()
    .filter(({ code }) => code === 'too_big' || code === 'too_small');
  return limits.length === 1 ? limits[0]?.message : undefined;
}

interface InnerIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly isUnknown: boolean;
}

/** The unknown keys of an object; of a union of objects, what all of its forms refuse. */
function listInner(issue: z.core.$ZodIssue): InnerIssue[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [key], message: issue.message, isUnknown: true }));
  }
  if (issue.code !== 'invalid_union') return [];
  const [first = [], ...others] = issue.errors.map((form) => form.flatMap(listFormIssues));
  const hasSamePath = (issue: InnerIssue) => (other: InnerIssue) =>
    issue.path.join('.') === other.path.join('.');
  return first
    .filter((issue) => others.every((form) => form.some(hasSamePath(issue))))
    .map((issue) => {
      // The form that knows the key says what is wrong with its value.
      const known = others.flat().find((other) => hasSamePath(issue)(other) && !other.isUnknown);
      return issue.isUnknown && known !== undefined ? known : issue;
    });
}

/** A fault of the whole form says nothing about a field. */
function listFormIssues(issue: z.core.$ZodIssue): InnerIssue[] {
  const { path, message } = issue;
  const inner = listInner(issue);
  if (inner.length === 0) return path.length === 0 ? [] : [{ path, message, isUnknown: false }];
  return inner.map(({ path: rest, message: text, isUnknown }) => ({
    path: [...path, ...rest],
    message: text,
    isUnknown,
  }));
}

function toIssue(path: readonly PropertyKey[], message: string): Issue {
  const field = path.join('.');
  if (!isMessageKey(message)) return { field, key: 'bad.request', reason: message };
  return { field, key: message, reason: reasons[message] ?? message };
}
