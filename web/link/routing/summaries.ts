import { language, locale, t } from '../../language.ts';
import { formatNumber } from '../../ui/format-number.ts';
import { toReadableAddress } from '../../ui/readable-url.ts';
import { capitalize } from './names.ts';
import { toCount, type RoutingSettings } from './routing-settings.ts';
import { toInstant } from './typed-instant.ts';

const instant = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
const SEPARATOR = language === 'zh' ? '，' : ', ';

/** What a section says when it is closed. */
export interface Summary {
  readonly text: string;
  readonly isSet: boolean;
}

export function summarizeTargets(settings: RoutingSettings): Summary {
  const { rules, redirect_status: status, forward_query: query, forward_path: path } = settings;
  const parts = [
    rules.length === 0 ? t('where.always') : t('where.rules', { count: rules.length }),
    ...(query ? [t('where.sum.query')] : []),
    ...(path ? [t('where.sum.path')] : []),
    ...(status === 302 ? [] : [t('where.sum.status', { status })]),
  ];
  return { text: parts.join(SEPARATOR), isSet: parts.length > 1 || rules.length > 0 };
}

export function summarizeTimes({ starts_at, max_clicks, fallback_url }: RoutingSettings): Summary {
  const start = toInstant(starts_at) ?? 0;
  const clicks = toCount(max_clicks) ?? 0;
  const parts = [
    ...(start === 0 ? [] : [t('when.sum.start', { when: instant.format(start * 1000) })]),
    ...(clicks === 0
      ? []
      : [t('when.sum.clicks', { count: clicks, shown: formatNumber(clicks, locale) })]),
    ...(fallback_url === ''
      ? []
      : [t('when.sum.fallback', { target: toReadableAddress(fallback_url) })]),
  ];
  if (parts.length === 0) return { text: t('when.sum.none'), isSet: false };
  return { text: capitalize(parts.join(SEPARATOR)), isSet: true };
}

export function summarizePassword({ password }: RoutingSettings, hasPassword: boolean): Summary {
  const isSet = password === null ? hasPassword : password !== '';
  return { text: t(isSet ? 'who.sum.password' : 'who.sum.everyone'), isSet };
}

export function summarizeCard({ social }: RoutingSettings): Summary {
  const { title, description, image } = social;
  const isSet = title + description + image !== '';
  if (!isSet) return { text: t('looks.sum.none'), isSet };
  return { text: title === '' ? t('looks.sum.card') : t('looks.sum.title', { title }), isSet };
}

export function summarizeApps({ in_app: choice }: RoutingSettings): Summary {
  const isSet = choice === 'ask';
  return { text: t(isSet ? 'apps.sum.ask' : 'apps.sum.follow'), isSet };
}
