import { locale, t, type TextKey } from '../language.ts';
import { Instant } from '../ui/text/instant.tsx';

interface WhenProps {
  /** Unix seconds. */
  readonly at: number;
  readonly phrase?: TextKey;
}

export function When({ at, phrase }: WhenProps) {
  const format = (when: string) => (phrase === undefined ? when : t(phrase, { when }));
  return <Instant at={at} locale={locale} justNow={t('just.now')} format={format} />;
}
