import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMemo } from 'react';
import { drawQr } from './qr-drawing.ts';
import { toPngFile, toSvgFile } from './qr-files.ts';
import { saveFile } from './save-file.ts';
import './qr-code.css';

interface QrCodeProps {
  readonly text: string;
  /** What saved files are called, without their ending. */
  readonly fileName: string;
  readonly label: string;
  readonly savePng: string;
  readonly saveSvg: string;
  readonly onFail: () => void;
}

/** A text as a QR code, to hold a phone to or to save. */
export function QrCode({ text, fileName, label, savePng, saveSvg, onFail }: QrCodeProps) {
  const drawing = useMemo(() => drawQr(text), [text]);
  const { size, path } = drawing;
  const save = async () => {
    const content = await toPngFile(drawing);
    if (content === null) onFail();
    else saveFile({ name: `${fileName}.png`, content });
  };
  return (
    <div className="qr">
      <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
        <title>{label}</title>
        <path d={path} />
      </svg>
      <div className="qr-files">
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={() => void save()}
        >
          {savePng}
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={() => saveFile({ name: `${fileName}.svg`, content: toSvgFile(drawing) })}
        >
          {saveSvg}
        </Button>
      </div>
    </div>
  );
}
