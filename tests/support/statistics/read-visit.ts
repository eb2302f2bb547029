import type { OpenRecorder } from '../../../server/stats/ingest/visit-recorder.ts';
import type { RecordedVisit, Visit } from '../../../server/stats/ingest/visit-reader.ts';

/** Reads a visit of texts as a drain reads one of bytes. */
export function readVisit(recorder: OpenRecorder, visit: RecordedVisit): Readonly<Visit> {
  const { readText, readAddress } = recorder;
  return recorder.read({
    ...visit,
    address: readBytes(readAddress, visit.address),
    referrer: readBytes(readText, visit.referrer),
    userAgent: readBytes(readText, visit.userAgent),
    language: readBytes(readText, visit.language),
    query: readBytes(readText, visit.query),
    country: readBytes(readText, visit.country),
    target: readBytes(readText, visit.target),
    domain: readBytes(readText, visit.domain),
  });
}

function readBytes<Known>(
  read: (bytes: Buffer, from: number, to: number) => Known,
  text: string,
): Known {
  const bytes = Buffer.from(text, 'latin1');
  return read(bytes, 0, bytes.length);
}
