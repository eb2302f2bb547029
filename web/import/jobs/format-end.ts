import { locale, t } from '../../language.ts';

const DAY_SECONDS = 86_400;

const clock = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' });
const dated = new Intl.DateTimeFormat(locale, {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

interface Share {
  /** From 0 to 1. */
  readonly share: number;
  /** Unix seconds; null: unknown. */
  readonly endsAt: number | null;
}

/** Describes how far some work is, and when it will end. */
export function describeShare({ share, endsAt }: Share): string {
  const percent = t('over.percent', { percent: Math.floor(share * 100) });
  if (endsAt === null) return percent;
  const isFar = endsAt - Date.now() / 1000 > DAY_SECONDS;
  const time = (isFar ? dated : clock).format(endsAt * 1000);
  return `${percent} · ${t('over.until', { time })}`;
}
