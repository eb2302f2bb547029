import type { z } from 'zod';
import { isMessageKey, type Issue } from '../../contracts/envelope.ts';

/** A request that is refused for its form, with every field that is wrong. */
export class InvalidRequest extends Error {
  readonly issues: readonly Issue[];

  constructor(issues: readonly Issue[]) {
    super(issues.map(({ field, reason }) => `${field}: ${reason}`).join('; '));
    this.name = 'InvalidRequest';
    this.issues = issues;
  }
}

/**
 * The value in the form that the schema gives it. Throws InvalidRequest; `parent` is the name of
 * the field that the value stands in, where it is not the request itself.
 */
export function parseWith<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  parent?: string,
): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new InvalidRequest(parsed.error.issues.map((issue) => toIssue(issue, parent)));
}

function toIssue({ path, message }: z.core.$ZodIssue, parent: string | undefined): Issue {
  const field = [...(parent === undefined ? [] : [parent]), ...path].join('.');
  return { field, key: isMessageKey(message) ? message : 'bad.request', reason: message };
}
