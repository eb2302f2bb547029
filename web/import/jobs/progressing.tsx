import { Group, Progress } from '@mantine/core';
import { locale, t } from '../../language.ts';
import { once } from '../../ui/text/remember.ts';

interface ProgressingProps {
  /** What is being done. */
  readonly label: string;
  /** From 0 to 1. */
  readonly share: number;
  /** Unix seconds; null: unknown. */
  readonly endsAt: number | null;
}

export function Progressing({ label, share, endsAt }: ProgressingProps) {
  return (
    <div className="over-progress">
      <Group justify="space-between" align="stretch" gap="0 1rem" mb="0.375rem">
        <span className="anywhere">{label}</span>
        <span className="note">{describeShare({ share, endsAt })}</span>
      </Group>
      <Progress value={share * 100} aria-label={label} />
    </div>
  );
}

const DAY_SECONDS = 86_400;

const clock = once(() => new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' }));
const dated = once(
  () =>
    new Intl.DateTimeFormat(locale, {
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
    }),
);

/** Describes how far some work is, and when it will end. */
function describeShare({ share, endsAt }: Omit<ProgressingProps, 'label'>): string {
  const percent = t('over.percent', { percent: Math.floor(share * 100) });
  if (endsAt === null) return percent;
  const isFar = endsAt - Date.now() / 1000 > DAY_SECONDS;
  const time = (isFar ? dated : clock)().format(endsAt * 1000);
  return `${percent} · ${t('over.until', { time })}`;
}
