import { afterEach, expect, setSystemTime, test } from 'bun:test';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeMmdb } from '../../tests/mmdb-file.ts';
import { readVisit } from '../../tests/read-visit.ts';
import { openTestEngine } from '../../tests/test-engine.ts';
import { openPlaces } from './places.ts';
import { VisitRecorder } from './visit-recorder.ts';

const START = 1_800_000_000_000;
afterEach(() => {
  setSystemTime();
});

/** In these tests every file can be read. */
function fail(error: unknown): never {
  throw error;
}

test('a replaced file of places is used within a minute, for addresses that came before too', async () => {
  setSystemTime(START);
  const dataDir = mkdtempSync(join(tmpdir(), 'brisk-recorder-'));
  const engine = await openTestEngine(dataDir);
  const geoipFile = join(dataDir, 'city.mmdb');
  const writePlace = (country: string): void => {
    writeFileSync(`${geoipFile}.new`, writeMmdb({ '203.0.113.0/24': { country_code: country } }));
    renameSync(`${geoipFile}.new`, geoipFile);
  };
  writePlace('DE');
  const places = openPlaces({ geoipFile, trustsHeader: false, onError: fail });
  const recorder = new VisitRecorder(engine, places);
  const said = { referrer: '', userAgent: 'Mozilla/5.0', language: '', query: '', country: '' };
  const visit = {
    linkId: 1,
    time: START,
    asksNotToBeTracked: false,
    address: '203.0.113',
    ...said,
  };
  const findCountry = async () =>
    readVisit(await recorder.open(), visit).place.values.map(({ text }) => text)[0];
  expect(await findCountry()).toBe('DE');
  writePlace('AT');
  setSystemTime(START + 59_999);
  expect(await findCountry()).toBe('DE');
  setSystemTime(START + 60_000);
  expect(await findCountry()).toBe('AT');
  await engine.close();
  rmSync(dataDir, { recursive: true });
});
