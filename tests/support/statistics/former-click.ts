import { crc32 } from 'node:zlib';
import { type Click, shortenAddress } from '../../../server/clicks/journal/click.ts';

/** The record of a click in version 1 of the journal, which an upgrade may find. */
export function encodeFormerClick(click: Click): Buffer {
  const head = Buffer.alloc(13);
  head[0] = 1;
  head.writeUIntLE(click.linkId, 1, 6);
  head.writeUIntLE(click.time, 7, 6);
  const { address, referrer, userAgent, language } = click;
  const texts = [shortenAddress(address), referrer, userAgent, language].map((text) => {
    const bytes = Buffer.from(text ?? '', 'latin1');
    return Buffer.concat([Buffer.from([bytes.length & 255, bytes.length >> 8]), bytes]);
  });
  const body = Buffer.concat([Buffer.alloc(2), head, ...texts]);
  body.writeUInt16LE(body.length - 2);
  const sum = Buffer.alloc(4);
  sum.writeUInt32LE(crc32(body));
  return Buffer.concat([sum, body]);
}
