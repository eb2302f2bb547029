import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeClick } from '../server/clicks/journal/click.ts';
import { createOwner, createSegmentName } from '../server/clicks/journal/segments.ts';
import { RECORD_MAX } from '../server/clicks/journal/record.ts';

/** Size at which the journal begins another segment. */
const SEGMENT_BYTES = 64 * 1024 * 1024;
/** Unix milliseconds. */
const FIRST_TIME = 1_790_000_000_000;

const userAgents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 20_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/20.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 16; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64; rv:152.0) Gecko/20100101 Firefox/152.0',
];
const referrers = [
  null,
  'https://news.example/some/article?page=1',
  'https://social.example/',
  'https://www.search.example/',
];
const languages = ['en-US,en;q=0.9', 'zh-CN,zh;q=0.9,en;q=0.8', 'de-DE,de;q=0.9,en-US;q=0.8'];

/** Writes a journal of clicks on the links 1 to `links` in turn; returns its bytes. */
export function writeBacklog(directory: string, clicks: number, links: number): number {
  mkdirSync(directory, { recursive: true });
  const owner = createOwner();
  const buffer = Buffer.allocUnsafe(SEGMENT_BYTES + RECORD_MAX);
  let bytes = 0;
  let end = 0;
  for (let click = 0; click < clicks; click += 1) {
    const time = FIRST_TIME + Math.floor(click / 20);
    end += encodeClick(buffer.subarray(end), {
      linkId: (click % links) + 1,
      time,
      address: `198.51.${click & 255}.7`,
      // The divisors have no common factor, so that every combination occurs.
      referrer: referrers[Math.floor(click / 3) % referrers.length]!,
      userAgent: userAgents[Math.floor(click / 5) % userAgents.length]!,
      language: languages[Math.floor(click / 7) % languages.length]!,
    });
    if (end < SEGMENT_BYTES && click + 1 < clicks) continue;
    writeFileSync(join(directory, createSegmentName(time, owner)), buffer.subarray(0, end));
    bytes += end;
    end = 0;
  }
  return bytes;
}
