import type { QrPicture } from './qr-picture.ts';
import { toSvgContent } from './qr-svg.ts';

interface QrImageProps {
  readonly picture: QrPicture;
  readonly label: string;
}

export function QrImage({ picture, label }: QrImageProps) {
  const { width, height } = picture;
  return (
    <svg className="qr-code" viewBox={`0 0 ${width} ${height}`}>
      <title>{label}</title>
      <g dangerouslySetInnerHTML={{ __html: toSvgContent(picture) }} />
    </svg>
  );
}
