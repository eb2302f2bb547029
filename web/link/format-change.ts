import { describeCondition } from '../links/routing/condition-kinds.ts';
import { formatPercents } from '../links/routing/formats.ts';
import { flagNames, type HistoryField } from '../../contracts/links/link-fields.constants.ts';
import type { Rule, Social } from '../../contracts/links/routing.ts';
import { describeAccount } from '../owners/account-name.ts';
import { locale, t } from '../language.ts';
import { escapeInvisible } from '../ui/text/escape-invisible.ts';
import { formatNumber } from '../ui/text/format-number.ts';
import { toReadableAddress, toReadableUrl } from '../ui/text/readable-url.ts';
import { formatExactTime } from '../ui/text/relative-time.ts';
import type { Change } from './link.api.ts';
import { toConditionDraft } from '../links/routing/rule-draft.ts';

type Value = Change['from'];

const isSwitch: ReadonlySet<HistoryField> = new Set([
  'is_active',
  ...flagNames,
  'forward_query',
  'forward_path',
]);

/** Puts a value of the history into words. `''` = empty. */
export function formatChange(field: HistoryField, value: Value): string {
  if (isSwitch.has(field)) return t(value === 1 ? 'link.change.on' : 'link.change.off');
  switch (field) {
    case 'expires_at':
      return value === 0 ? t('links.never') : formatInstant(value);
    case 'starts_at':
      return value === 0 ? t('link.change.at.once') : formatInstant(value);
    case 'max_clicks':
      return value === 0 ? t('link.change.no.limit') : formatNumber(Number(value), locale);
    case 'password':
      return t(value === 1 ? 'link.change.password.set' : 'link.change.password.none');
    case 'in_app':
      return t(value === 'ask' ? 'inapp.ask' : 'inapp.follow');
    case 'owner':
      return value === '' ? t('links.owner.none') : describeAccount(value as string);
    case 'tags':
      return (value as string[]).join(', ');
    case 'rules':
      return formatRules(value as Rule[]);
    case 'social':
      return formatSocial(value as Social);
    case 'long_url':
    case 'fallback_url':
      return toReadableUrl(value as string);
    default:
      return String(value as string | number)
        .split('\n')
        .map(escapeInvisible)
        .join('\n');
  }
}

function formatInstant(value: Value): string {
  return formatExactTime(Number(value), locale, 'short');
}

function formatRules(rules: readonly Rule[]): string {
  if (rules.length === 0) return t('link.change.no.rules');
  return rules
    .map((rule, index) =>
      t('link.change.rule', {
        number: index + 1,
        when: describeCondition(toConditionDraft(rule.when)),
        target: formatTarget(rule),
      }),
    )
    .join('\n');
}

function formatTarget(rule: Rule): string {
  if ('target' in rule) return toReadableAddress(rule.target);
  const percents = formatPercents(rule.split.map(({ weight }) => weight));
  return rule.split
    .map(({ target }, index) =>
      t('rule.share', { percent: percents[index]!, target: toReadableAddress(target) }),
    )
    .join(', ');
}

function formatSocial(social: Social): string {
  return (['title', 'description', 'image'] as const)
    .filter((part) => social[part] !== '')
    .map((part) => {
      const format = part === 'image' ? toReadableAddress : escapeInvisible;
      return t(`link.change.card.${part}`, { text: format(social[part]) });
    })
    .join('\n');
}
