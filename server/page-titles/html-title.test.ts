import { describe, expect, test } from 'bun:test';
import { HtmlTitleReader } from './html-title.ts';
import type { PageTitle } from './html-title.ts';

function readPage(page: string | Uint8Array, contentType = 'text/html', step = 1 << 20): PageTitle {
  const bytes = Buffer.from(page as string);
  const reader = new HtmlTitleReader(contentType);
  for (let at = 0; at < bytes.length; at += step) {
    if (reader.write(bytes.subarray(at, at + step))) break;
  }
  return reader.read(false);
}

/** `hex` holds the bytes of the title. */
function pageOf(title: string, head = ''): Buffer {
  const [before, after] = [
    Buffer.from(`<html><head>${head}<title>`),
    Buffer.from('</title></head>'),
  ];
  return Buffer.concat([before, Buffer.from(title.replaceAll(' ', ''), 'hex'), after]);
}

/** 256 KB of repetition. */
function fill(part: string, start = ''): string {
  return start + part.repeat(Math.floor((256 * 1024 - start.length) / part.length));
}

describe('what counts as the title', () => {
  test.each([
    ['<title>Plain</title>', 'Plain'],
    ['<!doctype html><HTML><HEAD><TITLE LANG=en>Upper</TITLE></HEAD>', 'Upper'],
    ['<title>First</title><title>Second</title>', 'First'],
    ['<title>\n  A \t lot\r\n of&nbsp;&nbsp;space  </title>', 'A lot of space'],
    ['<title>Tom &amp; Jerry &lt;3 &#x4f60;&#22909; &eacute;</title>', 'Tom & Jerry <3 你好 é'],
    ['<title><b>Not</b> markup</title>', '<b>Not</b> markup'],
    ['<svg><title>Icon</title></svg><title>Page</title>', 'Page'],
    ['<svg><title>Icon</title></svg>', ''],
    ['<svg><g><title>A</title></g><svg><title>B</title></svg></svg><title>C</title>', 'C'],
    ['<math><title>Sum</title></math><template><title>T</title></template><title>P</title>', 'P'],
    ['<script>"<title>No</title>"</script><!-- <title>No</title> --><title>Yes</title>', 'Yes'],
    ['<head></head><body><p>x</p><title>Late</title></body>', 'Late'],
    ['<title>Never closed', 'Never closed'],
    ['<meta property="og:title" content="From og"><head></head>', 'From og'],
    ['<meta name=x property=og:title content="Both names"><head></head>', 'Both names'],
    ['<meta property="og:title" content="og"><title>Own</title>', 'Own'],
    ['<meta property="og:title" content="og"><title> </title>', 'og'],
    ['<p>No title at all</p>', ''],
    ['', ''],
  ])('%s', (page, title) => {
    expect(readPage(page).title).toBe(title);
  });

  test.each([
    ['<meta name="Description" content=" What  it is ">', 'What it is'],
    ['<meta property="og:description" content="og"><meta name=description content=own>', 'own'],
    ['<meta property="og:description" content="og"><meta name=description content="">', 'og'],
    ['<meta name="keywords" content="no">', ''],
  ])('description of %s', (head, description) => {
    expect(readPage(`<head>${head}<title>t</title></head>`).description).toBe(description);
  });

  test('the title is the same in one piece and byte by byte', () => {
    const page = `<head><title>你好 &amp; 世界</title><meta name=description content="é">${'x'.repeat(5000)}</head>`;
    expect(readPage(page, 'text/html', 1)).toEqual(readPage(page));
    expect(readPage(page).title).toBe('你好 & 世界');
  });

  test('reading stops at the end of the head if there is a title, and not before', () => {
    const filler = ' '.repeat(4096);
    expect(new HtmlTitleReader('').write(Buffer.from(`<title>t</title>${filler}`))).toBe(false);
    expect(new HtmlTitleReader('').write(Buffer.from(`<title>t</title></head>${filler}`))).toBe(
      false,
    );
    expect(new HtmlTitleReader('').write(Buffer.from(`<head></head>${filler}`))).toBe(false);
    for (const page of ['<head><title>t</title></head>', '<title>t</title><body>']) {
      expect(new HtmlTitleReader('').write(Buffer.from(page + filler))).toBe(true);
    }
  });

  test('a page that broke off gives a complete title or none', () => {
    for (const [page, title] of [
      ['<title>Whole</title><p', 'Whole'],
      ['<title>Hal', ''],
    ] as const) {
      const reader = new HtmlTitleReader('text/html');
      reader.write(Buffer.from(page));
      expect(reader.read(true).title).toBe(title);
    }
  });
});

describe('cleaning', () => {
  test('a title has at most 256 characters, a description 512, and no character is halved', () => {
    const page = `<title>${'😀'.repeat(300)}</title><meta name=description content="${'😀'.repeat(600)}">`;
    expect(readPage(page)).toEqual({ title: '😀'.repeat(256), description: '😀'.repeat(512) });
  });

  test('a title has no control characters and no direction overrides', () => {
    const odd = 'a\u0000b\u001B[31m\u007F\u0085 \u0007 \u202Egpj\u202C\u2066x\u2069\uFEFF z';
    expect(readPage(`<title>${odd}</title>`).title).toBe('ab[31m gpjx z');
  });
});

describe('charset', () => {
  test.each([
    ['text/html; charset=GBK', 'c4e3 bac3 cac0 bde7', '你好世界'],
    ['text/html; charset=gb2312', 'c4e3 bac3', '你好'],
    ['text/html; charset=gb18030', '8139ee39 c4e3', '㐀你'],
    ['text/html;charset="Big5"', 'a741 a66e', '你好'],
    ['text/html; Charset=Shift_JIS', '93fa 967b 8cea', '日本語'],
    ['text/html; charset=EUC-JP', 'c6fc cbdc b8ec', '日本語'],
    ['text/html; charset=euc-kr', 'c7d1 b1b9 beee', '한국어'],
    ['text/html; charset=windows-1251', 'cff0 e8e2 e5f2', 'Привет'],
    ['text/html; charset=iso-8859-1', 'e9 80', 'é€'],
    ['text/html; charset=utf-8', 'e4bda0', '你'],
    ['text/html; charset=no-such-thing', 'e4bda0', '你'],
    ['text/html', 'e4bda0', '你'],
    ['text/html; charset=utf-8', 'ff', ''],
    ['text/html; charset=utf-8', 'e4bda0 e4bd', ''],
    ['text/html; charset=utf-8', 'efbfbd', ''],
    ['text/html; charset=x-user-defined', 'e9', 'é'],
    // The declared charset does not fit, but another one does.
    ['text/html; charset=utf-8', 'c4e3 bac3 cac0 bde7', '你好世界'],
    ['text/html; charset=gbk', 'e4bda0', '你'],
  ])('%s', (contentType, bytes, title) => {
    expect(readPage(pageOf(bytes), contentType).title).toBe(title);
    expect(readPage(pageOf(bytes, ' '.repeat(5000)), contentType, 1).title).toBe(title);
  });

  test.each([
    ['<meta charset=gbk>', 'c4e3', '你'],
    ['<META CHARSET=" Big5 ">', 'a741', '你'],
    ['<meta http-equiv="Content-Type" content="text/html; charset=shift_jis">', '93fa', '日'],
    ['<meta content="text/html; charset=euc-kr" http-equiv=content-type>', 'c7d1', '한'],
    ['<meta name=description content="charset=gbk">', 'e4bda0', '你'],
    ['<!-- <meta charset=gbk> -->', 'e4bda0', '你'],
    ['<meta charset=utf-16le>', 'e4bda0', '你'],
    ['<meta charset=nonsense>', 'e4bda0', '你'],
    [`${' '.repeat(4096)}<meta charset=gbk>`, 'e4bda0', '你'],
    [`${' '.repeat(5000)}<meta charset=gbk>`, 'c4e3', '你'],
    [`<style>${'a{}'.repeat(30_000)}</style><meta charset=euc-kr>`, 'c7d1', '한'],
    ['<meta charset=x-user-defined>', 'e9', 'é'],
    ['<meta charset=nonsense><meta charset=gbk>', 'c4e3', '你'],
  ])('%s', (head, bytes, title) => {
    expect(readPage(pageOf(bytes, head)).title).toBe(title);
  });

  test.each([
    ['<?xml version="1.0" encoding="gbk"?><!doctype html>', 'c4e3', '你'],
    ["\n<?xml version='1.0' encoding='Shift_JIS' ?>", '93fa', '日'],
    ['<?xml version="1.0" encoding="big5"?><meta charset=gbk>', 'c4e3', '你'],
    ['<?xml version="1.0" encoding="utf-16"?>', 'e4bda0', '你'],
    ['<?xml version="1.0" encoding="nonsense"?>', 'e4bda0', '你'],
    ['<?xml version="1.0"?>', 'e4bda0', '你'],
  ])('%s', (head, bytes, title) => {
    expect(readPage(pageOf(bytes, head).subarray('<html><head>'.length)).title).toBe(title);
    const named = readPage(
      pageOf('a741', head).subarray('<html><head>'.length),
      'text/html; charset=big5',
    );
    expect(named.title).toBe('你');
  });

  test('a charset that is declared after the title applies to the title', () => {
    const page = Buffer.concat([
      Buffer.from('<head><title>'),
      Buffer.from('c4e3', 'hex'),
      Buffer.from('</title><meta charset=gbk></head>'),
    ]);
    expect(readPage(page).title).toBe('你');
  });

  test('UTF-16 needs no byte order mark, and no header turns it into ASCII', () => {
    const page = Buffer.from('<!doctype html><title>你好</title></head>', 'utf16le');
    expect(readPage(page).title).toBe('你好');
    expect(readPage(Buffer.from(page).swap16()).title).toBe('你好');
    expect(readPage('<title>Plain</title></head>', 'text/html; charset=utf-16').title).toBe(
      'Plain',
    );
  });

  test('a title with broken characters is replaced by an intact one', () => {
    const page = pageOf('e4bd', '<meta charset=utf-8><meta property="og:title" content="Whole">');
    expect(readPage(page).title).toBe('Whole');
  });

  test('XHTML allows self-closing elements', () => {
    const page = '<head><script src="a.js"/><title>你</title></head>';
    expect(readPage(page, 'application/xhtml+xml').title).toBe('你');
  });

  test('a byte order mark wins over the header, and the header over <meta>', () => {
    const bom = Buffer.from([0xef, 0xbb, 0xbf]);
    const utf8 = Buffer.concat([bom, pageOf('e4bda0', '<meta charset=gbk>')]);
    expect(readPage(utf8, 'text/html; charset=big5').title).toBe('你');
    expect(readPage(pageOf('c4e3', '<meta charset=big5>'), 'text/html; charset=gbk').title).toBe(
      '你',
    );
    const wide = Buffer.from('\u{FEFF}<title>你好</title></head>', 'utf16le');
    expect(readPage(wide, 'text/html; charset=utf-8', 1).title).toBe('你好');
    expect(readPage(Buffer.from(wide).swap16()).title).toBe('你好');
  });
});

// A backtracking reader would take minutes: the test's time limit fails it.
describe('hostile pages of 256 KB are read to their end', () => {
  test.each([
    ['open tags', fill('<b>')],
    ['close tags', fill('</x>', '<b>'.repeat(40_000))],
    ['nested svg', fill('<svg>')],
    ['forms', fill('<b><form>')],
    ['attributes', fill('a ', '<meta ')],
    ['entities', fill('&notit;', '<title>')],
    ['half comments', fill('<!--')],
    ['half titles', fill('</titl', '<title>')],
    ['charset', fill('charset ', '<meta http-equiv=content-type content="')],
  ])('%s', (_name, page) => {
    expect(readPage(page)).toEqual(expect.objectContaining({ title: expect.any(String) }));
  });
});
