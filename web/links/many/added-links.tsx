import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { CSV_MARK, csvLine } from '../../../contracts/csv.ts';
import { t } from '../../language.ts';
import { PRINT_MAX, PrintDialog } from '../../qr/print-dialog.tsx';
import { toast } from '../../toast.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { useCopied } from '../../parts/copy-button.tsx';
import type { DoneRow } from './many.api.ts';
import { Counts, describeResult, RowList } from './row-list.tsx';

interface AddedLinksProps {
  readonly rows: readonly DoneRow[];
  readonly onAgain: () => void;
}

/** The new links: to copy, save and print. */
export function AddedLinks({ rows, onAgain }: AddedLinksProps) {
  const [isPrinting, setIsPrinting] = useState(false);
  const links = rows.flatMap(({ result: { link } }) => (link === undefined ? [] : [link]));
  const shortLinks = links.map((link) => link.short_link).join('\n');
  const { isCopied, copy } = useCopied(shortLinks);
  return (
    <>
      <Group component="p" className="many-state muted" gap="0.25rem 1rem">
        <Counts rows={rows} texts={['many.added', 'many.there', 'many.refused']} />
      </Group>
      <Group className="many-actions" gap="0.75rem 1rem" mt="1rem" mb="1.5rem">
        <Button onClick={copy}>{t(isCopied ? 'copied' : 'many.copy')}</Button>
        <Button variant="default" onClick={() => saveRows(rows)}>
          {t('many.save')}
        </Button>
        <Button
          variant="default"
          onClick={() => {
            if (links.length > PRINT_MAX) {
              toast('warning', t('links.print.most', { count: PRINT_MAX }));
            }
            setIsPrinting(true);
          }}
        >
          {t('qr.print')}
        </Button>
        <Button variant="default" onClick={onAgain}>
          {t('many.again')}
        </Button>
        <Link className="many-list" to="/admin/$name" params={{ name: 'list' }} search={{}}>
          {t('search.all')}
        </Link>
      </Group>
      <RowList rows={rows} />
      <PrintDialog
        links={isPrinting ? links.slice(0, PRINT_MAX) : null}
        onClose={() => setIsPrinting(false)}
      />
    </>
  );
}

function saveRows(rows: readonly DoneRow[]) {
  const cells = rows.map(({ row, result }) => {
    const { long_url: url, title, tags } = row;
    const shortLink = result.link?.short_link ?? '';
    const outcome = describeResult(result, rows, row);
    return [shortLink, url, result.link?.title ?? title, tags.join(', '), outcome];
  });
  const headers = [
    t('links.code'),
    t('links.long'),
    t('links.page.title'),
    t('links.tags'),
    t('many.result'),
  ];
  const text = CSV_MARK + [headers, ...cells].map((line) => csvLine(line)).join('');
  const content = new Blob([text], { type: 'text/csv;charset=utf-8' });
  saveFile({ name: 'brisk-links.csv', content });
}
