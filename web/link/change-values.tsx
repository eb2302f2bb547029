import type { HistoryField } from '../../contracts/history.constants.ts';
import { t } from '../language.ts';
import type { Change } from './link.api.ts';
import { leaveUnmarked, markDifference, type MarkedText } from './mark-difference.ts';
import { formatChange } from './routing/format-change.ts';

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
  return field === 'short_url' || field === 'long_url' || field === 'fallback_url';
}

function markValues(field: HistoryField, from: Change['from'], to: Change['from']) {
  if (field === 'password' && from === to) {
    const [set, renewed] = [t('link.change.password.set'), t('link.change.password.new')];
    return [leaveUnmarked(set), leaveUnmarked(renewed)] as const;
  }
  const [before, after] = [formatChange(field, from), formatChange(field, to)];
  const isText = typeof from !== 'number';
  // Beside an empty text, marks would show no difference.
  if (isText && before !== '' && after !== '') return markDifference(before, after);
  return [leaveUnmarked(before), leaveUnmarked(after)] as const;
}
