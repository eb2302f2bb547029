import {
  LINK_PASSWORD_MAX,
  MAX_CLICKS_MAX,
  SOCIAL_DESCRIPTION_MAX,
  SOCIAL_TITLE_MAX,
  WEIGHT_MAX,
  type RoutingField,
} from '../../../contracts/routing.constants.ts';
import { locale, t } from '../../language.ts';
import { completeUrl, findUrlFault } from '../../typed-url.ts';
import { formatNumber } from '../../ui/format-number.ts';
import { findConditionFaults } from './condition-faults.ts';
import { sharePath, type Faults } from './paths.ts';
import { toCount, type RoutingSettings } from './routing-settings.ts';
import type { RuleDraft } from './rule-draft.ts';
import { toInstant } from './typed-instant.ts';

type Fault = readonly [path: string, text: string];

const finders: Partial<Record<RoutingField, (settings: RoutingSettings) => readonly Fault[]>> = {
  rules: ({ rules }) => rules.flatMap(findRuleFaults),
  starts_at: ({ starts_at: typed }) =>
    toInstant(typed) === null ? [['starts_at', t('routing.instant.unfinished')]] : [],
  max_clicks: ({ max_clicks: typed }) => {
    const count = toCount(typed);
    const isGood = count !== null && count <= MAX_CLICKS_MAX;
    return isGood
      ? []
      : [['max_clicks', t('when.clicks.invalid', { max: format(MAX_CLICKS_MAX) })]];
  },
  fallback_url: ({ fallback_url: url }) => findWebUrlFault('fallback_url', url),
  password: ({ password }) =>
    (password ?? '').length > LINK_PASSWORD_MAX ? [['password', tooLong(LINK_PASSWORD_MAX)]] : [],
  social: ({ social: { title, description, image } }) => [
    ...findLengthFault('social.title', title, SOCIAL_TITLE_MAX),
    ...findLengthFault('social.description', description, SOCIAL_DESCRIPTION_MAX),
    ...findWebUrlFault('social.image', image),
  ],
};

/** Finds the errors in a field. */
export function findRoutingFaults(field: RoutingField, settings: RoutingSettings): Faults {
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
    if (shares.length > 1 && (count === null || count < 1 || count > WEIGHT_MAX)) {
      const text = t('rule.weight.invalid', { max: format(WEIGHT_MAX) });
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
