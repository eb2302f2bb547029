import { Button, NativeSelect } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { toScannedLink } from '../../contracts/links/domain-code.ts';
import type { Link } from '../../contracts/links/links.ts';
import { t } from '../language.ts';
import { toReadableLink } from '../urls/readable-link.ts';
import { toShortLink, toStoredCode } from '../urls/short-link.ts';
import { initialFocus } from '../ui/fields/initial-focus.ts';
import { useLateFocus } from '../ui/use-late-focus.ts';
import { readQrChoices, toLook } from './qr-choices.ts';
import { QrImage } from './qr-image.tsx';
import { layOutQr } from './qr-picture.ts';
import './qr.css';
import './print.css';

const columnCounts = [2, 3, 4, 5] as const;

export type PrintedLink = Pick<Link, 'id' | 'domain' | 'short_url' | 'title'>;

export function PrintPanel({ links }: { readonly links: readonly PrintedLink[] }) {
  const start = useLateFocus();
  const [columns, setColumns] = useState(3);
  const labels = useMemo(() => {
    const look = toLook(readQrChoices());
    return links.map((link) => {
      const { id, title } = link;
      const code = toStoredCode(link);
      const shortLink = toShortLink(code);
      const picture = layOutQr(toScannedLink(shortLink), { ...look, caption: null });
      return { id, title, shortLink, caption: toReadableLink(code), picture };
    });
  }, [links]);
  return (
    <>
      <div className="sheet-tools">
        <NativeSelect
          label={t('qr.print.columns')}
          description={t('qr.print.columns.help')}
          value={columns}
          data={columnCounts.map(String)}
          onChange={(event) => setColumns(Number(event.currentTarget.value))}
        />
        <Button
          ref={start}
          {...initialFocus}
          leftSection={<IconPrinter size={18} aria-hidden />}
          onClick={() => window.print()}
        >
          {t('qr.print.submit')}
        </Button>
      </div>
      <ul
        className="sheet"
        data-columns={columns}
        style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
      >
        {labels.map(({ id, title, shortLink, caption, picture }) => (
          <li key={id} className="sheet-label">
            <QrImage picture={picture} label={t('qr.of', { link: shortLink })} />
            <span className="sheet-link mono">{caption}</span>
            {title !== '' && <span className="sheet-title">{title}</span>}
          </li>
        ))}
      </ul>
    </>
  );
}
