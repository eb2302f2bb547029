import { RULES_MAX } from '../../../contracts/links/routing.constants.ts';
import type { Condition } from '../../../contracts/links/routing.ts';
import type { DateRules } from '../values/date-time.ts';
import { readFlag } from '../values/flag.ts';
import { refuseFlag, type Refusal } from '../refusal.ts';
import { refuseRules, type RoutingReader, type SourceRule } from './routing-reader.ts';
import { isEmpty, isFields, isUnset } from './source-row.ts';
import { deviceSystems, readConditions } from './shlink-conditions.ts';

const RULES = 'redirectRules';
const DEVICES = 'deviceLongUrls';
const devices: ReadonlySet<string> = new Set(['android', 'ios', 'desktop']);

/**
 * A list of links tells only whether a link has rules: each link's own answer has to be put into its
 * row. Shlink forwards the query unless a link says otherwise.
 */
export const shlinkRouting: RoutingReader = {
  columns: ['hasRedirectRules', RULES, DEVICES],
  read(row, dates) {
    for (const name of ['forwardQuery', 'hasRedirectRules']) {
      if (readFlag(row[name]) === 'unclear') return refuseFlag(name, row[name]);
    }
    const hasDevices = !isEmpty(row[DEVICES]);
    const hasRules = !isEmpty(row[RULES]);
    if (hasDevices && hasRules) {
      return refuseRules('The link has targets for devices beside its rules', RULES, row[RULES]);
    }
    if (!hasRules && readFlag(row['hasRedirectRules']) === 'on') {
      return refuseRules('The file lacks the rules of this link', 'hasRedirectRules', true);
    }
    const rules = hasDevices ? readDevices(row[DEVICES]) : readRules(row[RULES], dates);
    if ('key' in rules) return rules;
    return { rules, forwardsQuery: readFlag(row['forwardQuery']) !== 'off' };
  },
};

/** Shlink 3.5 to 3.7. No visit fits two of its devices. */
function readDevices(value: unknown): SourceRule[] | Refusal {
  if (!isFields(value)) return refuseRules('The targets by device cannot be read', DEVICES, value);
  const rules: SourceRule[] = [];
  for (const [device, target] of Object.entries(value)) {
    if (isUnset(target)) continue;
    const system = deviceSystems.get(device);
    if (system === undefined || !devices.has(device)) {
      return refuseRules('Brisk does not know this device', DEVICES, { [device]: target });
    }
    rules.push({ when: { system: [...system] }, target });
  }
  return rules;
}

/** Shlink 4: the list of rules, or the whole answer to `GET /short-urls/{code}/redirect-rules`. */
function readRules(value: unknown, dates: DateRules): SourceRule[] | Refusal {
  if (isEmpty(value)) return [];
  const list = isFields(value) ? value[RULES] : value;
  if (!Array.isArray(list)) return refuseRules('The rules cannot be read', RULES, value);
  if (list.length > RULES_MAX) {
    return refuseRules(`The link has more than ${RULES_MAX} rules`, RULES, list.length);
  }
  const rules: (SourceRule & { readonly priority: number })[] = [];
  for (const [index, entry] of list.entries()) {
    const rule = readRule(entry, index, dates);
    if ('key' in rule) return rule;
    rules.push(rule);
  }
  return rules
    .sort((one, other) => one.priority - other.priority)
    .map(({ when, target }) => ({ when, target }));
}

function readRule(
  entry: unknown,
  index: number,
  dates: DateRules,
): { readonly when: Condition; readonly target: unknown; readonly priority: number } | Refusal {
  const { conditions, longUrl, priority = index } = isFields(entry) ? entry : {};
  // A rule without conditions fits no visit of Shlink, but every visit of Brisk.
  if (!Array.isArray(conditions) || conditions.length === 0 || typeof priority !== 'number') {
    return refuseRules('A rule cannot be read', RULES, entry);
  }
  const when = readConditions(conditions, dates);
  return 'key' in when ? when : { when, target: longUrl, priority };
}
