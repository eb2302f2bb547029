import type { HistoryField } from '../../contracts/history.constants.ts';
import { locale, t } from '../language.ts';
import { escapeInvisible } from '../stats/format-value.ts';
import { formatExactTime } from '../ui/relative-time.ts';
import { toReadableUrl } from '../ui/readable-url.ts';
import type { Change } from './link.api.ts';
import { leaveUnmarked, markDifference, type MarkedText } from './mark-difference.ts';

export function ChangeValues({ field, from, to }: Change) {
  const [before, after] = markValues(field, from, to);
  return (
    <dl className="change-values" data-code={isCode(field) || undefined}>
      <dt className="visually-hidden">{t('link.change.from')}</dt>
      <dd className="change-from">
        <Marked text={before} isRemoved />
      </dd>
      <dt className="visually-hidden">{t('link.change.to')}</dt>
      <dd className="change-to">
        <Marked text={after} />
      </dd>
    </dl>
  );
}

function Marked({
  text: { start, different, end },
  isRemoved = false,
}: {
  readonly text: MarkedText;
  readonly isRemoved?: boolean;
}) {
  if (start + different + end === '') return <span className="muted">{t('link.change.none')}</span>;
  const Mark = isRemoved ? 'del' : 'ins';
  return (
    <>
      {start}
      {different !== '' && <Mark>{different}</Mark>}
      {end}
    </>
  );
}

function isCode(field: HistoryField): boolean {
  return field === 'short_url' || field === 'long_url';
}

function markValues(field: HistoryField, from: Change['from'], to: Change['from']) {
  const [before, after] = [formatDimensionValue(field, from), formatDimensionValue(field, to)];
  const isText = typeof from !== 'number';
  // Beside an empty text, marks would show no difference.
  if (isText && before !== '' && after !== '') return markDifference(before, after);
  return [leaveUnmarked(before), leaveUnmarked(after)] as const;
}

function formatDimensionValue(field: HistoryField, value: Change['from']): string {
  if (typeof value === 'object') return value.join(', ');
  if (field === 'long_url') return toReadableUrl(String(value));
  if (field === 'expires_at') {
    return value === 0 ? t('links.never') : formatExactTime(Number(value), locale, 'short');
  }
  if (typeof value === 'number') return t(value === 1 ? 'link.change.on' : 'link.change.off');
  return value.split('\n').map(escapeInvisible).join('\n');
}
