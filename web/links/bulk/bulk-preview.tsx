import { Stack } from '@mantine/core';
import { IconArrowNarrowRight } from '@tabler/icons-react';
import { explainFailure } from '../../failure.ts';
import { locale, t, toCounted } from '../../language.ts';
import { formatNumber } from '../../ui/text/format-number.ts';
import { toReadableUrl } from '../../ui/text/readable-url.ts';
import { formatExactTime } from '../../ui/text/relative-time.ts';
import type { BulkReply, Example } from './bulk.api.ts';

/** The number of example links. */
const SHOWN_MAX = 3;

interface BulkPreviewProps {
  /** Null: no request, or no answer yet. */
  readonly reply: BulkReply | null;
  /** True: the reply is of an earlier request. */
  readonly isWaiting: boolean;
  /** Null: no error. */
  readonly error: Error | null;
}

/** Shows how many links a bulk edit would change, with examples. */
export function BulkPreview({ reply, isWaiting, error }: BulkPreviewProps) {
  return (
    <section className="bulk-preview" aria-label={t('bulk.preview')} aria-busy={isWaiting}>
      <Stack component="output" gap="0.25rem">
        {error === null ? (
          <Outcome reply={reply} isWaiting={isWaiting} />
        ) : (
          <span data-tone="bad">{explainFailure(error, 'bulk.preview.failed')}</span>
        )}
      </Stack>
      {error === null && reply !== null && <Examples reply={reply} />}
    </section>
  );
}

function Outcome({ reply, isWaiting }: Omit<BulkPreviewProps, 'error'>) {
  if (reply === null || isWaiting) {
    return (
      <span className="note">{t(isWaiting ? 'bulk.preview.loading' : 'bulk.preview.none')}</span>
    );
  }
  const { matched, changed, failed_count: failedCount, failed } = reply;
  const reasons = new Set(failed.map(({ reason }) => t(`bulk.failed.${reason}`)));
  return (
    <>
      <span>
        {changed === 0
          ? t('bulk.nothing')
          : t('bulk.changes', {
              ...toCounted(matched),
              changed: formatNumber(changed, locale),
            })}
      </span>
      {failedCount > 0 && (
        <span data-tone="bad">
          {t('bulk.failed.count', {
            ...toCounted(failedCount),
            reasons: new Intl.ListFormat(locale).format(reasons),
          })}
        </span>
      )}
    </>
  );
}

function Examples({ reply }: { readonly reply: BulkReply }) {
  const examples = reply.examples.slice(0, SHOWN_MAX);
  const more = reply.changed - examples.length;
  return (
    <>
      <Stack component="ul" className="bulk-examples" gap="0.5rem" fz="xs">
        {examples.map((example) => (
          <BulkExample key={example.id} example={example} />
        ))}
      </Stack>
      {more > 0 && <p className="note">{t('bulk.examples.more', toCounted(more))}</p>}
    </>
  );
}

type Change = Example['changes'][number];
type Field = Exclude<Change['field'], 'short_url' | 'title' | 'password' | 'rules' | 'social'>;

/** Shows the values of a link before and after the edit. */
function BulkExample({ example }: { readonly example: Example }) {
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
  if (field === 'owner' && value === '') return t('links.owner.none');
  if (field === 'long_url') return toReadableUrl(value as string);
  // The dialog sets no rules and no social card.
  const text = typeof value === 'string' ? value : (value as string[]).join(', ');
  return text === '' ? t('bulk.empty') : text;
}
