import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { completeUrl, findUrlFault } from '../../web/urls/typed-url.ts';
import { withSlack } from '../support/promised-time.ts';

const url = 'https://example.com/a?b=c';

describe('invisible characters at the ends of a URL are removed', () => {
  const unseen: Readonly<Record<string, string>> = {
    blanks: '  \t',
    'line breaks': '\r\n',
    'a no-break space': '\u00A0',
    'a byte order mark': '\uFEFF',
    'zero-width characters': '\u200B\u200C\u200D\u2060',
    'marks of direction':
      '\u200E\u200F\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069\u061C',
    'a soft hyphen': '\u00AD',
    'an ideographic space': '\u3000',
    'a line separator': '\u2028\u2029',
    'a control character': '\u0000\u001B\u0085',
    'the place of an object': '\uFFFC',
    'many kinds at once': '\uFEFF \u200B\u00A0\n\u202C',
  };
  test.each(Object.entries(unseen))('%s', (_name, text) => {
    expect(completeUrl(text + url + text)).toBe(url);
    expect(completeUrl(`${text}example.com`)).toBe('https://example.com');
  });

  test('an emoji at the end stays whole', () => {
    for (const emoji of ['❤\uFE0F', '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}']) {
      expect(completeUrl(`https://example.com/${emoji}\u200B`)).toBe(
        `https://example.com/${emoji}`,
      );
    }
  });
});

describe('quotes, brackets and text around a URL are removed', () => {
  const wrapped = [
    `<${url}>`,
    `<URL:${url}>`,
    `"${url}"`,
    `'${url}'`,
    `\`${url}\``,
    `“${url}”`,
    `‘${url}’`,
    `„${url}“`,
    `”${url}”`,
    `‚${url}‘`,
    `«${url}»`,
    `« ${url} »`,
    `»${url}«`,
    `‹${url}›`,
    `「${url}」`,
    `『${url}』`,
    `《${url}》`,
    `【${url}】`,
    `（${url}）`,
    `＜${url}＞`,
    `(${url})`,
    `[${url}]`,
    `"${url}",`,
    `“${url}”。`,
    ` \u200B"\u200B${url}\u00A0"\n`,
    `(<“${url}”>)`,
    `[A page](${url})`,
    `[A page](<${url}>)`,
    `![](${url} "A title")`,
  ];
  test.each(wrapped)('%s', (text) => {
    expect(completeUrl(text)).toBe(url);
  });

  test.each([
    'https://example.com/a_(b)',
    'https://example.com/"a"',
    'https://example.com/a,',
    '[::1]',
    '[::1]:3080/a',
  ])('%s stays whole', (text) => {
    expect(completeUrl(text)).toEndWith(text);
  });
});

describe('the first URL of a text is found', () => {
  const shared: [text: string, url: string][] = JSON.parse(
    readFileSync('tests/support/shared-texts.json', 'utf8'),
  );
  test.each(shared)('%s', (text, found) => {
    expect(completeUrl(text)).toBe(found);
    expect(findUrlFault(completeUrl(text))).toBeNull();
  });
});

describe('a text that cannot be one URL is refused:', () => {
  test.each([
    `${url}\n${url}`,
    `${url}\r\nhttps://example.com/2\r\n`,
    'https://example.com/a/very/\nlong/path',
    `example.com\nexample.org`,
    `"${url}"\u2028"${url}"`,
    `${url} ${url}`,
    `${url}\thttps://example.org/`,
  ])('%j is more than one', (text) => {
    expect(findUrlFault(completeUrl(text))).toBe('url.several');
  });

  test.each(['http://a b.com', 'http:// a.com', 'https://a%20b.com', 'https://*.com/', 'a b.com'])(
    '%j has no host',
    (text) => {
      expect(findUrlFault(completeUrl(text))).toBe('url.invalid');
    },
  );

  test('a blank in a path keeps the text one URL', () => {
    expect(findUrlFault(completeUrl('https://example.com/my file.pdf'))).toBeNull();
  });

  test('a text of any length is checked at once', () => {
    for (const part of [
      ' ',
      '(',
      '[a](',
      '“',
      '\n',
      'a ',
      'a.',
      'a.a/',
      'https://',
      '.)',
      '。',
      '复',
    ]) {
      const text = `x${part.repeat(200_000)}x`;
      const begun = performance.now();
      expect(findUrlFault(completeUrl(text))).not.toBeNull();
      expect(performance.now() - begun).toBeLessThan(withSlack(1000));
    }
  });
});
