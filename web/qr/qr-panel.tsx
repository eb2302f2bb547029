import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { toScannedLink } from '../../contracts/links/domain-code.ts';
import { fitsLogo } from '../../contracts/qr-drawing.ts';
import { locale, t } from '../language.ts';
import { toast } from '../toast.tsx';
import { initialFocus } from '../ui/fields/initial-focus.ts';
import { saveFile } from '../ui/save-file.ts';
import { formatNumber } from '../ui/text/format-number.ts';
import { useLateFocus } from '../ui/use-late-focus.ts';
import { toReadableLink } from '../urls/readable-link.ts';
import { toShortLink } from '../urls/short-link.ts';
import { LogoField } from './logo-field.tsx';
import {
  pngSizes,
  type QrChoices,
  readQrChoices,
  storeQrChoices,
  isDarkEnough,
} from './qr-choices.ts';
import { QrImage } from './qr-image.tsx';
import { layOutQr, type QrPicture } from './qr-picture.ts';
import { toPngFile } from './qr-png.ts';
import { toSvgFile } from './qr-svg.ts';
import './qr.css';

export function QrPanel({ code }: { readonly code: string }) {
  const [choices, setChoices] = useState(readQrChoices);
  const { color, hasFrame, logo } = choices;
  const shortLink = toShortLink(code);
  const text = toScannedLink(shortLink);
  const picture = layOutQr(text, { color, logo, caption: hasFrame ? toReadableLink(code) : null });
  const choose = (change: Partial<QrChoices>) => {
    const chosen = { ...choices, ...change };
    setChoices(chosen);
    storeQrChoices(chosen);
  };
  return (
    <div className="qr">
      <QrImage picture={picture} label={t('qr.of', { link: shortLink })} />
      <QrFields choices={choices} hasRoom={fitsLogo(text)} onChoose={choose} />
      <QrFiles code={code} choices={choices} picture={picture} />
    </div>
  );
}

interface QrFieldsProps {
  readonly choices: QrChoices;
  /** False: the code is too dense for a logo. */
  readonly hasRoom: boolean;
  readonly onChoose: (change: Partial<QrChoices>) => void;
}

function QrFields({ choices, hasRoom, onChoose }: QrFieldsProps) {
  const { color, size, hasFrame, logo } = choices;
  return (
    <div className="qr-fields">
      <TextInput
        type="color"
        className="qr-color"
        label={t('qr.color')}
        value={color}
        error={!isDarkEnough(color) && t('qr.color.light')}
        onChange={(event) => onChoose({ color: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('qr.size')}
        value={size}
        data={pngSizes.map((px) => ({
          value: String(px),
          label: t('qr.size.px', { px: formatNumber(px, locale) }),
        }))}
        onChange={(event) => {
          const chosen = pngSizes.find((px) => String(px) === event.currentTarget.value);
          if (chosen !== undefined) onChoose({ size: chosen });
        }}
      />
      <LogoField logo={logo} hasRoom={hasRoom} onChange={(logo) => onChoose({ logo })} />
      <Checkbox
        className="qr-wide"
        label={t('qr.frame')}
        checked={hasFrame}
        onChange={(event) => onChoose({ hasFrame: event.currentTarget.checked })}
      />
    </div>
  );
}

interface QrFilesProps {
  readonly code: string;
  readonly choices: QrChoices;
  readonly picture: QrPicture;
}

/** Saves or copies the picture. */
function QrFiles({ code, choices: { color, size }, picture }: QrFilesProps) {
  const start = useLateFocus();
  const isTooLight = !isDarkEnough(color);
  const name = code.replace('/', '-');
  const toPng = () => toPngFile(picture, size);
  return (
    <div className="qr-files">
      <Button
        ref={start}
        {...initialFocus}
        leftSection={<IconDownload size={18} aria-hidden />}
        disabled={isTooLight}
        onClick={() => void save(toPng(), `${name}.png`)}
      >
        {t('qr.png')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconDownload size={18} aria-hidden />}
        disabled={isTooLight}
        onClick={() => saveFile({ name: `${name}.svg`, content: toSvgFile(picture, size) })}
      >
        {t('qr.svg')}
      </Button>
      {canCopyImages() && (
        <Button
          variant="default"
          leftSection={<IconCopy size={18} aria-hidden />}
          disabled={isTooLight}
          onClick={() => void copy(toPng())}
        >
          {t('qr.copy')}
        </Button>
      )}
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
