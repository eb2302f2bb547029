import { Button } from '@mantine/core';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { toScannedLink } from '../../contracts/links/domain-code.ts';
import { fitsLogo } from '../../contracts/qr-drawing.ts';
import { locale, t } from '../language.ts';
import { toast } from '../toast.tsx';
import { SelectField } from '../ui/fields/select-field.tsx';
import { initialFocus } from '../ui/fields/initial-focus.ts';
import { saveFile } from '../ui/save-file.ts';
import { formatNumber } from '../ui/text/format-number.ts';
import { useLateFocus } from '../ui/use-late-focus.ts';
import { toReadableLink } from '../urls/readable-link.ts';
import { toShortLink } from '../urls/short-link.ts';
import {
  canScan,
  pngSizes,
  type QrChoices,
  readQrChoices,
  storeQrChoices,
  toLook,
} from './qr-choices.ts';
import { QrDesign } from './qr-design.tsx';
import { QrImage } from './qr-image.tsx';
import { toPdfFile } from './qr-pdf.ts';
import { layOutQr, type QrPicture } from './qr-picture.ts';
import { toPngFile } from './qr-png.ts';
import { toSvgFile } from './qr-svg.ts';
import './qr.css';

export function QrPanel({ code }: { readonly code: string }) {
  const [choices, setChoices] = useState(readQrChoices);
  const shortLink = toShortLink(code);
  const text = toScannedLink(shortLink);
  const caption = choices.hasFrame ? toReadableLink(code) : null;
  const picture = layOutQr(text, { ...toLook(choices), caption });
  const choose = (change: Partial<QrChoices>) => {
    const chosen = { ...choices, ...change };
    setChoices(chosen);
    storeQrChoices(chosen);
  };
  return (
    <div className="qr">
      <div className="qr-shown">
        <QrImage picture={picture} label={t('qr.of', { link: shortLink })} />
      </div>
      <div className="qr-parts">
        <QrFiles code={code} choices={choices} picture={picture} onChoose={choose} />
        <details className="qr-design">
          <summary>{t('qr.design')}</summary>
          <QrDesign choices={choices} hasRoom={fitsLogo(text)} onChoose={choose} />
        </details>
      </div>
    </div>
  );
}

interface QrFilesProps {
  readonly code: string;
  readonly choices: QrChoices;
  readonly picture: QrPicture;
  readonly onChoose: (change: Pick<QrChoices, 'size'>) => void;
}

/** Saves or copies the picture. */
function QrFiles({ code, choices, picture, onChoose }: QrFilesProps) {
  const start = useLateFocus();
  const { size } = choices;
  const disabled = !canScan(choices);
  const name = code.replace(/^\//, '').replaceAll('/', '-');
  const toPng = () => toPngFile(picture, size);
  const files = {
    png: toPng,
    svg: () => Promise.resolve(toSvgFile(picture, size)),
    pdf: () => toPdfFile(picture),
  };
  return (
    <div className="qr-files">
      {(['png', 'svg', 'pdf'] as const).map((type) => (
        <Button
          key={type}
          {...(type === 'png' ? { ref: start, ...initialFocus } : { variant: 'default' })}
          leftSection={<IconDownload size={18} aria-hidden />}
          disabled={disabled}
          onClick={() => void save(files[type](), `${name}.${type}`)}
        >
          {t(`qr.${type}`)}
        </Button>
      ))}
      {canCopyImages() && (
        <Button
          variant="default"
          leftSection={<IconCopy size={18} aria-hidden />}
          disabled={disabled}
          onClick={() => void copy(toPng())}
        >
          {t('qr.copy')}
        </Button>
      )}
      <SelectField
        flex="1 0 8rem"
        label={t('qr.size')}
        choices={pngSizes}
        format={(px) => t('qr.size.px', { px: formatNumber(px, locale) })}
        value={size}
        onChange={(px) => onChoose({ size: px })}
      />
    </div>
  );
}

async function save(drawing: Promise<Blob | null>, name: string) {
  const content = await drawing.catch(() => null);
  if (content === null) toast('error', t('qr.failed'));
  else saveFile({ name, content });
}

async function copy(drawing: Promise<Blob | null>) {
  const isCopied = await copyImage(drawing);
  if (isCopied) toast('success', t('qr.copied'));
  else toast('warning', t('qr.copy.failed'));
}

/** True when the browser lets pages copy images. On plain http, it does not. */
function canCopyImages(): boolean {
  return window.isSecureContext && typeof ClipboardItem !== 'undefined';
}

/** Copies a PNG. Safari requires the promise itself, within the event of the click. */
async function copyImage(png: Promise<Blob | null>): Promise<boolean> {
  try {
    const item = new ClipboardItem({ 'image/png': png.then(requireImage) });
    await navigator.clipboard.write([item]);
    return true;
  } catch {
    return false;
  }
}

function requireImage(image: Blob | null): Blob {
  if (image === null) throw new Error('no image');
  return image;
}
