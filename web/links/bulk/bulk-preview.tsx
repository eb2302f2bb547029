import { explainFailure } from '../../failure.ts';
import { locale, t } from '../../language.ts';
import { formatNumber } from '../../ui/format-number.ts';
import { BulkExample } from './bulk-example.tsx';
import type { BulkReply } from './bulk.api.ts';

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
      <output>
        {error === null ? (
          <Outcome reply={reply} isWaiting={isWaiting} />
        ) : (
          <span className="bulk-error">{explainFailure(error, 'bulk.preview.failed')}</span>
        )}
      </output>
      {error === null && reply !== null && <Examples reply={reply} />}
    </section>
  );
}

function Outcome({ reply, isWaiting }: Omit<BulkPreviewProps, 'error'>) {
  if (reply === null || isWaiting) {
    return (
      <span className="bulk-note">
        {t(isWaiting ? 'bulk.preview.loading' : 'bulk.preview.none')}
      </span>
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
              count: matched,
              shown: formatNumber(matched, locale),
              changed: formatNumber(changed, locale),
            })}
      </span>
      {failedCount > 0 && (
        <span className="bulk-error">
          {t('bulk.failed.count', {
            count: failedCount,
            shown: formatNumber(failedCount, locale),
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
      <ul className="bulk-examples">
        {examples.map((example) => (
          <BulkExample key={example.id} example={example} />
        ))}
      </ul>
      {more > 0 && (
        <p className="bulk-note">
          {t('bulk.examples.more', { count: more, shown: formatNumber(more, locale) })}
        </p>
      )}
    </>
  );
}
