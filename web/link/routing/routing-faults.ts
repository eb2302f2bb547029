import type * as contract from '../../../contracts/routing.ts';
import { locale, t } from '../../language.ts';
import { completeUrl, findUrlFault } from '../../typed-url.ts';
import { formatNumber } from '../../ui/format-number.ts';
import { findConditionFaults } from './condition-faults.ts';
import { sharePath, type Faults } from './paths.ts';
import { toCount, type RoutingSettings } from './routing-settings.ts';
import type { RuleDraft } from './rule-draft.ts';
import { toInstant } from './typed-instant.ts';

export const rulesMax: typeof contract.RULES_MAX = 32;
export const sharesMax: typeof contract.SHARES_MAX = 16;
const weightMax: typeof contract.WEIGHT_MAX = 1000;
const maxClicksMax: typeof contract.MAX_CLICKS_MAX = 1_000_000_000;
const passwordMax: typeof contract.LINK_PASSWORD_MAX = 128;
const socialTitleMax: typeof contract.SOCIAL_TITLE_MAX = 256;
const socialDescriptionMax: typeof contract.SOCIAL_DESCRIPTION_MAX = 512;

type Field = contract.RoutingField;
type Fault = readonly [path: string, text: string];

const finders: Partial<Record<Field, (settings: RoutingSettings) => readonly Fault[]>> = {
  rules: ({ rules }) => rules.flatMap(findRuleFaults),
  starts_at: ({ starts_at: typed }) =>
    toInstant(typed) === null ? [['starts_at', t('routing.instant.unfinished')]] : [],
  max_clicks: ({ max_clicks: typed }) => {
    const count = toCount(typed);
    const isGood = count !== null && count <= maxClicksMax;
    return isGood ? [] : [['max_clicks', t('when.clicks.invalid', { max: format(maxClicksMax) })]];
  },
  fallback_url: ({ fallback_url: url }) => findWebUrlFault('fallback_url', url),
  password: ({ password }) =>
    (password ?? '').length > passwordMax ? [['password', tooLong(passwordMax)]] : [],
  social: ({ social: { title, description, image } }) => [
    ...findLengthFault('social.title', title, socialTitleMax),
    ...findLengthFault('social.description', description, socialDescriptionMax),
    ...findWebUrlFault('social.image', image),
  ],
};

/** Finds the errors in a field. */
export function findRoutingFaults(field: Field, settings: RoutingSettings): Faults {
  return Object.fromEntries(finders[field]?.(settings) ?? []);
}

function findRuleFaults({ id, when, shares }: RuleDraft): Fault[] {
  const faults: Fault[] = [...findConditionFaults(id, when)];
  shares.forEach(({ target, weight }, index) => {
    const fault = findUrlFault(completeUrl(target));
    if (fault !== null) {
      const text = t(fault === 'url.empty' ? 'rule.target.empty' : fault);
      faults.push([sharePath(id, 'target', index), text]);
    }
    const count = toCount(weight);
    if (shares.length > 1 && (count === null || count < 1 || count > weightMax)) {
      const text = t('rule.weight.invalid', { max: format(weightMax) });
      faults.push([sharePath(id, 'weight', index), text]);
    }
  });
  return faults;
}

/** An empty URL is no error. */
function findWebUrlFault(path: string, url: string): Fault[] {
  const fault = findUrlFault(completeUrl(url));
  return fault === null || fault === 'url.empty' ? [] : [[path, t(fault)]];
}

function findLengthFault(path: string, text: string, max: number): Fault[] {
  return text.trim().length > max ? [[path, tooLong(max)]] : [];
}

function tooLong(max: number): string {
  return t('add.text.long', { max });
}

function format(value: number): string {
  return formatNumber(value, locale);
}
