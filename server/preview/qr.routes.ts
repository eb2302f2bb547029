import { formatShortLink, splitCode, toScannedLink } from '../../contracts/links/domain-code.ts';
import { drawQr } from '../../contracts/qr-drawing.ts';
import { getQr } from '../../contracts/links/qr.ts';
import { endpoint, sendFile, type Endpoint } from '../http/endpoint.ts';
import { Problem } from '../http/problem.ts';
import type { LookUps } from '../links/look-up/look-ups.ts';
import { encodeQr, qrTypes } from './qr-file.ts';

export function qrRoutes(lookUps: LookUps, baseUrl: URL | null): Endpoint[] {
  return [
    endpoint(getQr, async ({ format, size, ...lookUp }, call) => {
      const row = await lookUps.find(lookUp, call).catch((error: unknown) => {
        const isUnknown = error instanceof Problem && error.problem === 'links.unknown';
        throw isUnknown ? new Problem('links.no-picture') : error;
      });
      const { domain, code } = splitCode(row.short_url);
      const link = formatShortLink({ domain, short_url: code }, baseUrl ?? call.site);
      const picture = await encodeQr(drawQr(toScannedLink(link)), format, size);
      return sendFile(`qr-code.${format}`, qrTypes[format], picture);
    }),
  ];
}
