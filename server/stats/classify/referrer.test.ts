import { expect, test } from 'bun:test';
import { fc } from '../../../tests/support/random.ts';
import { readReferrer } from './referrer.ts';

/** A header as raw bytes (latin1). */
const bytesOf = (text: string) => Buffer.from(text).toString('latin1');

test.each([
  ['https://www.google.com/', 'google.com', ''],
  ['https://www.google.com', 'google.com', ''],
  ['https://WWW.Example.COM./', 'example.com', ''],
  ['https://t.co/AbCdEf', 't.co', 't.co/AbCdEf'],
  ['https://news.ycombinator.com/item?id=1#2', 'news.ycombinator.com', 'news.ycombinator.com/item'],
  ['http://example.com:8080/a/b/', 'example.com', 'example.com/a/b/'],
  ['https://example.com/?page=2', 'example.com', ''],
  ['https://user:secret@example.com/x', 'example.com', 'example.com/x'],
  ['https://example.com/x;jsessionid=1A2B/y;p=1', 'example.com', 'example.com/x/y'],
  ['https://example.com/;jsessionid=1A2B', 'example.com', ''],
  [
    'https://zh.wikipedia.org/wiki/%E4%B8%AD%E6%96%87?x',
    'zh.wikipedia.org',
    'zh.wikipedia.org/wiki/中文',
  ],
  [bytesOf('https://example.com/中文'), 'example.com', 'example.com/中文'],
  ['https://example.com/%E4', 'example.com', 'example.com/%E4'],
  ['https://example.com/a%2Fb%3Fc', 'example.com', 'example.com/a%2Fb%3Fc'],
  [bytesOf('https://例え.jp/'), 'xn--r8jz45g.jp', ''],
  ['https://localhost:3000/x', 'localhost', 'localhost/x'],
  ['http://192.168.1.10/wiki', '192.168.1.10', '192.168.1.10/wiki'],
  ['http://[2001:db8::1]:8080/wiki', '[2001:db8::1]', '[2001:db8::1]/wiki'],
  ['https://www.com/', 'www.com', ''],
  ['https://my_team.example.com/', 'my_team.example.com', ''],
  ['https://m.weibo.cn/detail/42', 'm.weibo.cn', 'm.weibo.cn/detail/42'],
  ['https://mp.weixin.qq.com/s/abc', 'mp.weixin.qq.com', 'mp.weixin.qq.com/s/abc'],
  ['https://servicewechat.com/wx0123/12/page-frame.html', 'WeChat', ''],
  ['https://weixin110.qq.com/cgi-bin/mmspamsupport-bin/newredirectconfirmcgi', 'WeChat', ''],
  ['https://l.facebook.com/l.php?u=x', 'facebook.com', ''],
  ['http://lm.facebook.com/', 'facebook.com', ''],
  ['https://l.instagram.com/', 'instagram.com', ''],
  ['https://link.zhihu.com/?target=https%3A//x', 'zhihu.com', ''],
  ['https://statics.teams.cdn.office.net/', 'Microsoft Teams', ''],
  ['android-app://com.tencent.mm', 'WeChat', ''],
  ['android-app://com.tencent.mm/', 'WeChat', ''],
  ['android-app://org.telegram.messenger/', 'Telegram', ''],
  ['android-app://com.Slack/', 'Slack', ''],
  ['android-app://com.google.android.gm/', 'Gmail', ''],
  ['android-app://com.google.android.googlequicksearchbox/https/www.google.com', 'Google', ''],
  ['android-app://com.example.Reader/', 'com.example.reader', ''],
  ['https://constructor/', 'constructor', ''],
  ['  https://example.com/x  ', 'example.com', 'example.com/x'],
])('%s is from %s', (text, referrer, page) => {
  expect(readReferrer(text)).toEqual({ referrer, page });
});

test.each([
  '',
  '-',
  'null',
  'about:blank',
  'about:client',
  'javascript:alert(1)',
  'JAVASCRIPT://example.com/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'file:///C:/secret.txt',
  'ftp://example.com/x',
  'chrome-extension://abcdef/page.html',
  'example.com/x',
  '//example.com/x',
  'http:example.com',
  'https://',
  'https://exa mple.com/',
  "https://example.com'onclick=alert(1)/",
  'https://<script>.com/',
  'https://example.com%00.evil/',
  'https://example..com/',
  `https://${'a'.repeat(60)}.${'b.'.repeat(120)}com/`,
  'android-app://',
  'android-app://x',
  'android-app://<script>',
  'android-app://com.x"onload=',
  `android-app://com.${'x'.repeat(2000)}`,
])('%s is from nowhere', (text) => {
  expect(readReferrer(text)).toEqual({ referrer: '', page: '' });
});

test('a page has no control characters and no direction marks', () => {
  const { page } = readReferrer('https://example.com/a%00%0D%0Ab%E2%80%AE%C2%85c');
  expect(page).toBe('example.com/abc');
});

test('a page has at most 256 characters', () => {
  const host = 'example.com';
  expect(readReferrer(`https://${host}/${'x'.repeat(900)}`).page).toBe(
    `${host}/${'x'.repeat(256 - host.length - 1)}`,
  );
  const smiles = readReferrer(bytesOf(`https://${host}/${'😀'.repeat(200)}`)).page;
  expect(smiles).toBe(`${host}/${'😀'.repeat(122)}`);
});

test('any input gives short, visible values and throws nothing', () => {
  const rest = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'binary' }).map(bytesOf),
    fc.webPath(),
    fc.array(fc.constantFrom('%', 'E4', '%E4%B8%AD', '/', ';', ':', '@', '[', '.', '\\', '\t')),
  );
  const start = fc.constantFrom('', 'https://', 'http://x.org/', 'android-app://', 'HTTPS://a.b:');
  fc.assert(
    fc.property(start, rest, (scheme, text) => {
      const header = `${scheme}${Array.isArray(text) ? text.join('') : text}`.slice(0, 1024);
      const { referrer, page } = readReferrer(header);
      for (const value of [referrer, page]) {
        expect(value.length).toBeLessThanOrEqual(256);
        expect(value).not.toMatch(/\p{Cc}|\p{Cs}|\p{Bidi_Control}/u);
      }
      expect(referrer).toMatch(/^[\w.:[\] -]*$/);
      if (page !== '') expect(page.startsWith(`${referrer}/`)).toBe(true);
    }),
    { numRuns: 3000 },
  );
});
