import { Box } from '@mantine/core';
import { useState } from 'react';
import { t, toCounted, type TextKey } from '../../language.ts';
import { describePager } from '../../pager-texts.ts';
import { Pager } from '../../ui/pager.tsx';
import { MiddleCut } from '../../ui/text/middle-cut.tsx';
import { toReadableUrl } from '../../ui/text/readable-url.ts';
import type { DoneRow, Result } from './many.api.ts';

const sizes = [10, 100, 200];

/** Rows with what would become of them, or did. Those with a problem come first. */
export function RowList({ rows }: { readonly rows: readonly DoneRow[] }) {
  const [{ page, size }, setPart] = useState({ page: 1, size: 10 });
  const sorted = rows.toSorted((a, b) => Number(isFailed(b)) - Number(isFailed(a)));
  const last = Math.max(1, Math.ceil(rows.length / size));
  const shown = Math.min(page, last);
  return (
    <>
      <ul className="rows">
        {sorted.slice((shown - 1) * size, shown * size).map(({ row, result }) => (
          <li key={row.number} className="many-row">
            <Box component="span" className="tabular note" ta="right">
              <span className="visually-hidden">{t('many.row', { number: row.number })}</span>
              <span aria-hidden>{row.number}</span>
            </Box>
            <div className="many-texts">
              <p className="mono">
                <MiddleCut text={toReadableUrl(row.long_url)} title={row.long_url} />
              </p>
              <p className="note cut">{describeRow(row)}</p>
            </div>
            <p
              className={`many-result anywhere ${result.state === 'existing' ? 'muted' : ''}`}
              data-tone={isFailed({ row, result }) ? 'bad' : undefined}
            >
              {[describeResult(result, rows, row), result.link?.short_link]
                .filter((text) => text !== '' && text !== undefined)
                .join(' · ')}
            </p>
          </li>
        ))}
      </ul>
      <Pager
        page={shown}
        size={size}
        total={rows.length}
        sizes={sizes}
        onChange={(next, nextSize) => setPart({ page: next, size: nextSize })}
        texts={describePager({ page: shown, size, total: rows.length })}
      />
    </>
  );
}

function isFailed({ result }: DoneRow): boolean {
  return result.state === 'failed';
}

const states = ['created', 'existing', 'failed'] as const;
const tones = { created: 'good', existing: undefined, failed: 'bad' };

interface CountsProps {
  readonly rows: readonly DoneRow[];
  /** The sentence of each of {@link states}. */
  readonly texts: readonly [TextKey, TextKey, TextKey];
}

/** How many rows came out in which way. */
export function Counts({ rows, texts }: CountsProps) {
  return states.map((state, at) => {
    const count = rows.filter(({ result }) => result.state === state).length;
    return (
      count > 0 && (
        <span key={state} className="many-count" data-tone={tones[state]}>
          {t(texts[at]!, toCounted(count))}
        </span>
      )
    );
  });
}

function describeRow({ short_url: code, title, tags }: DoneRow['row']): string {
  return [code, title, tags.join(', ')].filter((text) => text !== '').join(' · ');
}

/** The sentences of forms say what to enter; a row is there already. */
const reasons: Readonly<Record<string, TextKey>> = {
  'invalid.short.url': 'many.row.code',
  'reserved.short.url': 'many.row.reserved',
  'short.url.exists': 'many.row.taken',
  'error.link': 'many.row.url',
};
const faultyFields: Readonly<Record<string, TextKey>> = {
  long_url: 'many.row.url',
  short_url: 'many.row.code',
  title: 'many.row.title',
  tags: 'many.row.tags',
};

/** What became of a row, or would; `''`: it has a new link. */
export function describeResult(
  { state, link, key = 'bad.request', issues: [issue] = [] }: Result,
  rows: readonly DoneRow[],
  row: DoneRow['row'],
): string {
  if (state !== 'failed') {
    return state === 'created' && link !== undefined ? '' : t(`many.row.${state}`);
  }
  if (issue?.restorable_until !== undefined) return t('many.row.binned');
  const isRepeated = rows.some(
    (other) =>
      other.row.number < row.number &&
      other.row.short_url.toLowerCase() === row.short_url.toLowerCase(),
  );
  if (key === 'short.url.exists' && isRepeated) return t('many.row.repeated');
  return t(reasons[key] ?? faultyFields[issue?.field ?? ''] ?? key);
}
