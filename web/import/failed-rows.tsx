import { Button, ScrollArea, Table } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { locale, t } from '../language.ts';
import { formatNumber } from '../ui/text/format-number.ts';
import { MiddleCut } from '../ui/text/middle-cut.tsx';
import { saveCsv } from './save-csv.ts';
import { describePager } from '../pager-texts.ts';
import { Pager } from '../ui/pager.tsx';
import { describeRow } from './describe-row.ts';
import type { FailedRow } from './import.api.ts';

const sizes = [10, 100, 200];

/** Lists the failed rows with their reasons, and saves them as a file. */
export function FailedRows({ rows }: { readonly rows: readonly FailedRow[] }) {
  const [{ page, size }, setPart] = useState({ page: 1, size: 10 });
  const first = (page - 1) * size;
  const shown = rows.slice(first, first + size);
  return (
    <>
      <div className="migration-head">
        <h3 className="migration-subheading">{t('migration.failed.rows')}</h3>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => saveRows(rows)}
        >
          {t('migration.failed.save')}
        </Button>
      </div>
      <RowsTable rows={shown} />
      <Pager
        page={page}
        size={size}
        total={rows.length}
        sizes={sizes}
        onChange={(nextPage, nextSize) => setPart({ page: nextPage, size: nextSize })}
        texts={describePager({ page, size, total: rows.length }, 'migration.pager.size')}
      />
    </>
  );
}

function listHeaders(): string[] {
  return [t('migration.row'), t('links.code'), t('links.long'), t('migration.reason')];
}

function saveRows(rows: readonly FailedRow[]) {
  const cells = rows.map(({ row, short_url: code, long_url: url, key, detail = '' }) => [
    String(row),
    code,
    url,
    describeRow(key),
    detail,
  ]);
  saveCsv('brisk-failed-rows.csv', [[...listHeaders(), t('migration.detail')], ...cells]);
}

function RowsTable({ rows }: { readonly rows: readonly FailedRow[] }) {
  const scroller = { tabIndex: 0, role: 'region', 'aria-label': t('migration.failed.rows') };
  return (
    <ScrollArea className="migration-table" type="auto" viewportProps={scroller}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            {listHeaders().map((head) => (
              <Table.Th key={head}>{head}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ row, short_url: code, long_url: url, key, detail }) => (
            <Table.Tr key={row}>
              <Table.Td className="mono">{formatNumber(row, locale)}</Table.Td>
              <Table.Td className="mono">
                <MiddleCut text={code} />
              </Table.Td>
              <Table.Td className="mono">
                <MiddleCut text={url} />
              </Table.Td>
              <Table.Td>
                {describeRow(key)}
                {detail !== undefined && <div className="mono muted">{detail}</div>}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}
