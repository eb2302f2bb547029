import { IconArrowNarrowRight } from '@tabler/icons-react';
import { locale, t } from '../../language.ts';
import { toReadableUrl } from '../../ui/readable-url.ts';
import { formatExactTime } from '../../ui/relative-time.ts';
import type { Example } from './bulk.api.ts';

type Change = Example['changes'][number];
type Field = Exclude<Change['field'], 'short_url' | 'title' | 'password' | 'rules' | 'social'>;

/** Shows the values of a link before and after the edit. */
export function BulkExample({ example }: { readonly example: Example }) {
  return (
    <li>
      <span className="mono">{example.short_url}</span>
      <dl>
        {example.changes.map(({ field, from, to }) => (
          <div key={field}>
            <dt>{t(`bulk.field.${field as Field}`)}</dt>
            <dd>
              <del>{formatValue(field, from)}</del>
              <IconArrowNarrowRight size={16} aria-hidden />
              <span className="visually-hidden"> {t('bulk.to')} </span>
              <ins>{formatValue(field, to)}</ins>
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

function formatValue(field: Change['field'], value: Change['from']): string {
  if (field === 'expires_at') {
    return value === 0 ? t('bulk.expiry.never') : formatExactTime(Number(value), locale, 'short');
  }
  if (typeof value === 'number') return t(value === 1 ? 'bulk.active.on' : 'bulk.active.off');
  if (field === 'long_url') return toReadableUrl(value as string);
  // The dialog sets no rules and no social card.
  const text = typeof value === 'string' ? value : (value as string[]).join(', ');
  return text === '' ? t('bulk.empty') : text;
}
