import { afterEach, expect, setSystemTime, test } from 'bun:test';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeMmdb } from '../../../tests/support/statistics/mmdb-file.ts';
import { readVisit } from '../../../tests/support/statistics/read-visit.ts';
import { openTestEngine } from '../../../tests/support/test-engine.ts';
import { BOT } from '../classify/classes.ts';
import { openPlaces } from '../classify/places.ts';
import { VisitRecorder } from './visit-recorder.ts';

const START = 1_800_000_000_000;
afterEach(() => {
  setSystemTime();
});

function fail(error: unknown): never {
  throw error;
}

test('a replaced place file is used within a minute, also for known addresses', async () => {
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
  const headers = {
    referrer: '',
    userAgent: 'Mozilla/5.0',
    language: '',
    query: '',
    country: '',
    target: '',
    domain: '',
  };
  const visit = {
    linkId: 1,
    time: START,
    asksNotToBeTracked: false,
    address: '203.0.113',
    ...headers,
  };
  const findCountry = async () => readVisit(await recorder.open(), visit).place[0];
  expect(await findCountry()).toBe('DE');
  writePlace('AT');
  setSystemTime(START + 59_999);
  expect(await findCountry()).toBe('DE');
  setSystemTime(START + 60_000);
  expect(await findCountry()).toBe('AT');
  await engine.close();
  rmSync(dataDir, { recursive: true });
});

const WECHAT =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.49(0x18003137) NetType/WIFI Language/zh_CN';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

test.each([
  ['the app that shows the page, without a referrer', WECHAT, '', 'WeChat'],
  ['the sent referrer, also in an app', WECHAT, 'https://news.example/a', 'news.example'],
  ['nothing, for an invalid referrer', WECHAT, 'about:blank', ''],
  ['nothing, for a browser without a referrer', FIREFOX, '', ''],
  ['nothing, for a program of the app', 'WhatsApp/2.23.20.0', '', ''],
])('the source of a visit is %s', async (_, userAgent, referrer, expected) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'brisk-recorder-'));
  const engine = await openTestEngine(dataDir);
  const recorder = await new VisitRecorder(engine).open();
  const visit = { linkId: 1, time: START, asksNotToBeTracked: false, address: '203.0.113' };
  const headers = { language: '', query: '', country: '', target: '', domain: '' };
  const read = readVisit(recorder, { ...visit, ...headers, userAgent, referrer });
  expect(read.referrer[0]).toBe(expected);
  await engine.close();
  rmSync(dataDir, { recursive: true });
});

test.each([
  ['a browser', FIREFOX, '', [BOT, '']],
  ['an app, behind a QR code', WECHAT, 'qr', [BOT, '']],
  ['a chat program', 'Slackbot 1.0', '', [BOT, '']],
])('%s that loads an embedded link is no person, under later rules, too', async (...of) => {
  const [, userAgent, query, expected] = of;
  const dataDir = mkdtempSync(join(tmpdir(), 'brisk-recorder-'));
  const engine = await openTestEngine(dataDir);
  const recorder = await new VisitRecorder(engine).open();
  const headers = { referrer: '', language: '', country: '', target: '', domain: '' };
  const click = { linkId: 1, time: START, address: '203.0.113', userAgent, query, ...headers };
  const read = (asksNotToBeTracked: boolean, isEmbedded: boolean) => {
    const {
      class: own,
      agent,
      address,
    } = readVisit(recorder, {
      ...click,
      asksNotToBeTracked,
      isEmbedded,
    });
    return { own, text: agent.text, system: agent.row[1], visitor: address?.text };
  };
  const plain = read(false, false);
  for (const asks of [false, true]) {
    const { own, text, visitor } = read(asks, true);
    expect([own, text, visitor]).toEqual([...expected, undefined]);
  }
  expect(read(false, true).system).toBe(plain.system);
  expect(read(false, false)).toEqual(plain);
  await engine.close();
  rmSync(dataDir, { recursive: true });
});
