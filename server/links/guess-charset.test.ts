import { describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { guessCharset } from './guess-charset.ts';
import { HtmlTitleReader } from './html-title.ts';

const encoders = new Map<string, ReadonlyMap<string, Buffer>>();

function encode(label: string, text: string): Buffer {
  let table = encoders.get(label);
  if (table === undefined) {
    table = new Map(listCharacters(label));
    encoders.set(label, table);
  }
  return Buffer.concat(
    Array.from(text, (char) => {
      const bytes = char < '\u0080' ? Buffer.from(char) : table.get(char);
      if (bytes === undefined) throw new Error(`${label} has no ${char}`);
      return bytes;
    }),
  );
}

function* listCharacters(label: string): Generator<[string, Buffer]> {
  const decoder = new TextDecoder(label as Bun.Encoding);
  for (let lead = 0x80; lead <= 0xff; lead += 1) {
    const one = Buffer.from([lead]);
    if (isCharacter(decoder.decode(one))) yield [decoder.decode(one), one];
    for (let trail = 0x40; trail <= 0xfe; trail += 1) {
      const two = Buffer.from([lead, trail]);
      if (isCharacter(decoder.decode(two))) yield [decoder.decode(two), two];
    }
  }
}

function isCharacter(text: string): boolean {
  return Array.from(text).length === 1 && text !== '\uFFFD' && text >= '\u0080';
}

function readTitle(page: Uint8Array): string {
  const reader = new HtmlTitleReader('text/html');
  reader.write(page);
  reader.end(false);
  return reader.read().title;
}

const titles: Readonly<Record<string, readonly string[]>> = {
  gbk: [
    '你好世界',
    '百度一下，你就知道',
    '中国',
    '淘宝网 - 淘！我喜欢',
    '知乎 - 有问题，就会有答案',
  ],
  big5: ['你好世界', '中文維基百科', '台灣大學', 'Yahoo奇摩', '聯合新聞網', '常見問題'],
  shift_jis: ['こんにちは世界', '日本語', 'ヤフー', '価格.com', '東京大学', 'ﾎｰﾑﾍﾟｰｼﾞ'],
  'euc-jp': ['こんにちは世界', '日本語', 'トップページ', '朝日新聞', '首相官邸ホームページ'],
  'euc-kr': ['안녕하세요', '한국어', '네이버', '서울대학교', '홈페이지에 오신 것을 환영합니다'],
  'windows-1251': ['Привет', 'Яндекс', 'ПРИВЕТ, МИР', 'Википедия — свободная энциклопедия'],
  'koi8-r': ['Привет', 'Новости', 'Погода в Москве'],
  'windows-1252': [
    'Café',
    'Crème brûlée',
    'Größe',
    'Straße',
    'España',
    'São Paulo',
    'Ålesund',
    'á',
    'Ça va',
    'Today’s news',
    '“Hello” world',
    'price €5',
    'ÉCOLE',
    'œuvre',
    'MÜNCHEN',
    'Übersicht',
    'þjóð',
    'Hyvää yötä',
    '© 2026 Acme',
    'Año Nuevo',
    'naïve',
    'Zoë',
    'x² + y³',
    '½ price',
  ],
  'windows-1253': ['Καλημέρα', 'Αρχική σελίδα'],
  'windows-1255': ['שלום עולם', 'דף הבית'],
  'windows-1256': ['مرحبا بالعالم', 'الصفحة الرئيسية'],
};

describe('a title in a charset that is not declared', () => {
  const cases = Object.entries(titles).flatMap(([label, texts]) =>
    texts.map((text) => [label, text] as const),
  );
  test.each(cases)('%s: %s', (label, text) => {
    const html = `<!doctype html><html><head><title>${text}</title></head><p>x</p></html>`;
    expect(readTitle(encode(label, html))).toBe(text);
    expect(readTitle(Buffer.from(html))).toBe(text);
  });

  test.each([
    ['gbk', '豆瓣', '豆瓣电影提供最新的电影介绍及评论，包括上映影片的影讯查询及购票服务。'],
    ['euc-jp', '価格', '価格の比較はこちらから。商品を検索してください。'],
    ['euc-kr', '제목', '이 페이지의 제목은 짧지만 본문에는 한국어 문장이 있습니다.'],
    ['koi8-r', 'ПРИВЕТ', 'Это страница, на которой написано по-русски.'],
    ['windows-1253', 'ΑΘΗΝΑ', 'Η πόλη της Αθήνας είναι η πρωτεύουσα της Ελλάδας.'],
    ['windows-874', 'ข่าว', 'ข่าวล่าสุดของวันนี้จากทั่วประเทศและต่างประเทศ'],
  ])('the rest of the page decides if the title is too short: %s %s', (label, title, body) => {
    const html = `<html><head><title>${title}</title></head><body><p>${body}</p></body></html>`;
    expect(readTitle(encode(label, html))).toBe(title);
  });
});

test('irrelevant bytes do not change the guess', () => {
  const page = Buffer.concat([encode('gbk', '中国的首页 '.repeat(50)), Buffer.from([0xff, 0x20])]);
  expect(guessCharset(page)).toBe('gb18030');
  const utf8 = Buffer.concat([Buffer.from('中国的首页 '.repeat(50)), Buffer.from([0xff, 0xe4])]);
  expect(guessCharset(utf8)).toBe('utf-8');
  expect(guessCharset(Buffer.from('plain'))).toBe('utf-8');
  expect(guessCharset(Buffer.from('\u001B$B$3$s\u001B(B'))).toBe('iso-2022-jp');
});

test('no title has a broken character, whatever the bytes', () => {
  const title = fc.array(fc.integer({ min: 0x20, max: 0xff }), { maxLength: 40 });
  const head = fc.constantFrom(
    '',
    '<meta charset=utf-8>',
    '<meta charset=gbk>',
    '<?xml encoding="big5"?>',
  );
  fc.assert(
    fc.property(head, title, (start, bytes) => {
      const page = [Buffer.from(`${start}<title>`), Buffer.from(bytes), Buffer.from('</title>')];
      return !readTitle(Buffer.concat(page)).includes('\uFFFD');
    }),
  );
});
