import { describe, expect, test } from 'bun:test';
import { fc } from '../../tests/support/random.ts';
import { encode, titles } from '../../tests/support/titles-in-charsets.ts';
import { guessCharset } from './page-charsets.ts';
import { HtmlTitleReader } from './html-title.ts';

function readTitle(page: Uint8Array): string {
  const reader = new HtmlTitleReader('text/html');
  reader.write(page);
  return reader.read(false).title;
}

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
