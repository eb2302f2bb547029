import { Box, Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.css';
import { IconArrowNarrowRight } from '@tabler/icons-react';
import { useState } from 'react';
import { columnFields, type JobRowKind } from '../../../contracts/import.constants.ts';
import { locale, t } from '../../language.ts';
import { describePager } from '../../pager-texts.ts';
import { Pager } from '../../ui/pager.tsx';
import { formatNumber } from '../../ui/text/format-number.ts';
import { MiddleCut } from '../../ui/text/middle-cut.tsx';
import { FailureLine } from '../failure-line.tsx';
import { describeRow } from '../describe-row.ts';
import { useRows, type Job, type JobRow } from './jobs.api.ts';
import { nameField } from './job-columns.tsx';

const sizes = [10, 100, 200];

interface JobRowsProps {
  readonly job: Job;
  readonly kind: JobRowKind;
}

/** Lists the rows of one kind, with what happens to each. */
export function JobRows({ job, kind }: JobRowsProps) {
  const [{ page, size }, setPart] = useState({ page: 1, size: sizes[0]! });
  const { data, error, refetch, isPlaceholderData } = useRows(job, kind, page, size);
  if (error !== null) {
    return <FailureLine error={error} sentence="over.rows.failed" onRetry={() => void refetch()} />;
  }
  if (data === undefined) return <Skeleton height="11rem" radius="md" />;
  const { total, listed } = data;
  return (
    <>
      {listed < total && (
        <p className="note">{t('over.rows.first', { shown: formatNumber(listed, locale) })}</p>
      )}
      <ol className="over-rows rows" aria-busy={isPlaceholderData}>
        {data.rows.map((row) => (
          <Row key={`${row.row} ${row.short_url} ${row.field}`} row={row} kind={kind} />
        ))}
      </ol>
      <Pager
        page={page}
        size={size}
        total={listed}
        sizes={sizes}
        onChange={(nextPage, nextSize) => setPart({ page: nextPage, size: nextSize })}
        texts={describePager({ page, size, total: listed }, 'migration.pager.size')}
      />
    </>
  );
}

function Row({ row, kind }: { readonly row: JobRow; readonly kind: JobRowKind }) {
  return (
    <li className="over-row">
      <Box component="span" className="tabular note" ta="right" title={t('migration.row')}>
        {row.row > 0 && formatNumber(row.row, locale)}
      </Box>
      <div className="over-row-link mono">
        <MiddleCut text={row.short_url} />
        <Box component="span" miw={0} c="dimmed">
          <MiddleCut text={row.long_url} />
        </Box>
      </div>
      <div className="over-row-what">
        {row.key !== null && <p>{describeRow(row.key)}</p>}
        <Values row={row} kind={kind} />
      </div>
    </li>
  );
}

/** The values of the file and of the link. */
function Values({ row, kind }: { readonly row: JobRow; readonly kind: JobRowKind }) {
  const { field, former, present } = row;
  if (kind === 'taken') {
    const url = former;
    return (
      <p className="muted">{url === '' ? t('over.row.binned') : t('over.row.leads', { url })}</p>
    );
  }
  if (former === '' && present === '') return null;
  const known = columnFields.find((name) => name === field);
  return (
    <p className="over-change">
      {field !== '' && (
        <span className="muted">{known === undefined ? field : nameField(known)}: </span>
      )}
      {present === '' ? (
        <span className="mono">{former}</span>
      ) : (
        <>
          <del>{former}</del> <IconArrowNarrowRight size={16} aria-hidden />{' '}
          <span className="visually-hidden">{t('over.becomes')} </span>
          <ins>{present}</ins>
        </>
      )}
    </p>
  );
}
