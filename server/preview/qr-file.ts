import { encodeQrPng } from './qr-png.ts';
import { toQrSvg } from '../site/qr-svg.ts';

const TYPES = { svg: 'image/svg+xml', png: 'image/png' } as const;
const PNG_SIZES = new Set([512, 1024, 2048]);
const PNG_SIZE = 1024;

interface QrFileParts {
  readonly code: string;
  readonly modules: readonly (readonly boolean[])[];
  readonly headers: Readonly<Record<string, string>>;
}

/** Answers `?qr=svg`, `?qr=png` and `?qr=png&size=2048` with a file; null for other queries. */
export function answerQrFile(url: URL, { code, modules, headers }: QrFileParts): Response | null {
  const format = url.searchParams.get('qr');
  if (format !== 'svg' && format !== 'png') return null;
  const size = Number(url.searchParams.get('size'));
  const px = PNG_SIZES.has(size) ? size : PNG_SIZE;
  const xmlns = 'xmlns="http://www.w3.org/2000/svg"';
  const body =
    format === 'svg'
      ? toQrSvg(modules, `${xmlns} width="${PNG_SIZE}" height="${PNG_SIZE}"`)
      : encodeQrPng(modules, px);
  const name = encodeURIComponent(`${code}.${format}`);
  return new Response(body, {
    headers: {
      ...headers,
      'Content-Type': TYPES[format],
      'Content-Disposition': `attachment; filename="qr-code.${format}"; filename*=UTF-8''${name}`,
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'Cache-Control': 'private, no-cache',
      'X-Robots-Tag': 'noindex',
    },
  });
}
