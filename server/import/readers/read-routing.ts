import { z } from 'zod';
import { parseJson } from '../../../contracts/text.ts';
import { parseLongUrl } from '../../../contracts/links/long-url.ts';
import { RULES_MAX } from '../../../contracts/links/routing.constants.ts';
import { routingFields, rule } from '../../../contracts/links/routing.ts';
import { plainRouting, type Routing } from '../../links/routing/routing.ts';
import type { KeptLimits } from '../limits.ts';
import { readFlag } from '../values/flag.ts';
import { readText } from '../values/texts.ts';
import { isPasswordHash } from '../values/password-hash.ts';
import type { Refusal } from '../refusal.ts';
import { refuseRules, type SourceRouting } from './routing-reader.ts';
import { isFields, isUnset, type Fields } from './source-row.ts';

const { password: _, ...kept } = routingFields;
const stored = {
  ...kept,
  password_hash: z.union([z.literal(''), z.string().refine(isPasswordHash)]).optional(),
};
const exported = z.strictObject(stored);
const answered = z.object(stored);

const ruleList = z.array(rule);

/**
 * The column `routing` of an export of Brisk, or the same fields of an answer of its API. An answer
 * has no hash of a password, so such a link is refused.
 */
export function readOwnRouting(row: Fields): Routing | Refusal {
  const isExport = row['routing'] !== undefined && row['routing'] !== null;
  const routing = isExport ? readColumn(row['routing']) : row;
  const asksPassword = !['off', 'unset'].includes(readFlag(row['has_password']));
  const hasHash = isFields(routing) && !isUnset(routing['password_hash']);
  if ((asksPassword || !isUnset(row['password'])) && !hasHash) {
    return { key: 'link.protected', reason: 'The password is missing in this file' };
  }
  const { data, error } = (isExport ? exported : answered).safeParse(routing);
  if (error !== undefined) {
    const [issue] = error.issues;
    const path = [...(isExport ? ['routing'] : []), ...(issue?.path ?? [])].join('.');
    return { key: 'link.has.rules', reason: `Where the link leads cannot be read (${path})` };
  }
  const set = Object.entries(data).filter(([, value]) => value !== undefined);
  return { ...plainRouting, ...Object.fromEntries(set) };
}

/** A CSV made into JSON has the column as text. */
function readColumn(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return value === '' ? {} : (parseJson(value) ?? null);
}

/** The limits and rules of another shortener that Brisk keeps. */
export function toRouting(
  { startsAt, clicksMax, passwordHash }: KeptLimits,
  source: SourceRouting,
): Routing | Refusal {
  const { rules = [], forwardsQuery, forwardsPath, fallback, social } = source;
  if (rules.length > RULES_MAX) {
    const reason = `The link needs more than ${RULES_MAX} rules`;
    return refuseRules(reason, 'rules', rules.length);
  }
  const { data, error } = ruleList.safeParse(rules);
  if (error !== undefined) {
    const { when, target } = rules[Number(error.issues[0]!.path[0])]!;
    return typeof target === 'string' && parseLongUrl(target) !== null
      ? refuseRules('Brisk cannot keep this condition', 'when', when)
      : refuseRules('A rule has no http or https target', 'target', target);
  }
  return {
    ...plainRouting,
    starts_at: startsAt,
    max_clicks: clicksMax,
    password_hash: passwordHash,
    fallback_url: parseLongUrl(readText(fallback)) ?? '',
    forward_query: forwardsQuery === true ? 1 : 0,
    forward_path: forwardsPath === true ? 1 : 0,
    rules: data,
    social: social ?? plainRouting.social,
  };
}
