import { z } from 'zod';
import { integer } from '../fields.ts';
import { defineGet, readsLinks } from '../route.ts';
import { address, domain, SHORT_LINK_MAX } from './look-up.ts';

export const qrFormats = ['png', 'svg'] as const;

export const getQr = defineGet('/api/urls/qr', {
  ...readsLinks,
  summary: 'Get the QR code of a link as a picture; HTTP 404 if there is no such link',
  request: z.object({
    short_url: address.max(SHORT_LINK_MAX),
    domain,
    format: z.enum(qrFormats).default('png'),
    size: integer(64, 2048)
      .default(512)
      .describe('Width in pixels; a PNG has at least one pixel for each module of the code'),
  }),
  download: ['image/png', 'image/svg+xml'],
  reply: z.never(),
});
