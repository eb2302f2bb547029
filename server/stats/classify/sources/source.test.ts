import { expect, test } from 'bun:test';
import { readReferrer } from '../referrer.ts';
import { knownSources } from './known-sources.ts';
import { readMedium, readNamedSource, readReferrerSource } from './source.ts';

/** A header `Referer`, with the source and the channel that it names. */
const referrers: readonly (readonly [header: string, source: string, channel: string])[] = [
  ['https://www.facebook.com/', 'Facebook', 'social'],
  ['https://l.facebook.com/', 'Facebook', 'social'],
  ['https://m.facebook.com/', 'Facebook', 'social'],
  ['android-app://m.facebook.com/', 'Facebook', 'social'],
  ['android-app://com.facebook.katana/', 'Facebook', 'social'],
  ['https://t.co/abc', 'X', 'social'],
  ['https://mobile.twitter.com/', 'X', 'social'],
  ['https://x.com/', 'X', 'social'],
  ['https://lnkd.in/x', 'LinkedIn', 'social'],
  ['https://de.linkedin.com/', 'LinkedIn', 'social'],
  ['https://go.bsky.app/', 'Bluesky', 'social'],
  ['android-app://www.google.com/', 'Google', 'search'],
  ['https://www.google.co.uk/', 'Google', 'search'],
  ['https://google.de/', 'Google', 'search'],
  ['android-app://com.google.android.googlequicksearchbox/', 'Google', 'search'],
  ['https://cn.bing.com/', 'Bing', 'search'],
  ['https://m.baidu.com/', 'Baidu', 'search'],
  ['https://mail.google.com/', 'Gmail', 'mail'],
  ['android-app://com.google.android.gm/', 'Gmail', 'mail'],
  ['https://mail.yahoo.com/', 'Yahoo Mail', 'mail'],
  ['https://nam12.safelinks.protection.outlook.com/', 'Outlook', 'mail'],
  ['https://outlook.live.com/', 'Outlook', 'mail'],
  ['https://web.whatsapp.com/', 'WhatsApp', 'chat'],
  ['https://l.wl.co/', 'wl.co', ''],
  ['https://mp.weixin.qq.com/s/1', 'WeChat', 'chat'],
  ['android-app://com.tencent.mm/', 'WeChat', 'chat'],
  ['https://chatgpt.com/', 'ChatGPT', 'ai'],
  ['https://chat.openai.com/', 'ChatGPT', 'ai'],
  ['android-app://com.openai.chatgpt/', 'ChatGPT', 'ai'],
  ['https://www.perplexity.ai/', 'Perplexity', 'ai'],
  ['https://claude.ai/', 'Claude', 'ai'],
  ['https://gemini.google.com/', 'Gemini', 'ai'],
  ['https://copilot.microsoft.com/', 'Copilot', 'ai'],
  ['https://chat.deepseek.com/', 'DeepSeek', 'ai'],
  ['https://www.kimi.com/', 'Kimi', 'ai'],
  ['https://www.doubao.com/', '豆包', 'ai'],
  ['https://notgoogle.com/', 'notgoogle.com', ''],
  ['https://google.evil.example/', 'google.evil.example', ''],
  ['https://facebook.com.evil.example/', 'facebook.com.evil.example', ''],
  ['https://m.shop.example/', 'shop.example', ''],
  ['android-app://com.example.reader/', 'com.example.reader', ''],
  ['', '', ''],
];

test.each(referrers)('%s comes from %s (%s)', (header, source, channel) => {
  const { referrer } = readReferrer(header);
  expect(readReferrerSource(referrer)).toEqual({ source, channel } as never);
});

test.each([
  ['chatgpt.com', 'ChatGPT', 'ai'],
  ['ChatGPT', 'ChatGPT', 'ai'],
  ['perplexity', 'Perplexity', 'ai'],
  ['doubao', '豆包', 'ai'],
  ['fb', 'Facebook', 'social'],
  ['Facebook_Ads', 'Facebook', 'social'],
  ['linkedin', 'LinkedIn', 'social'],
  ['LinkedIn', 'LinkedIn', 'social'],
  ['twitter', 'X', 'social'],
  ['google.com', 'Google', 'search'],
  ['hacker_news', 'Hacker News', 'social'],
  ['Spring letter', 'Spring letter', ''],
  ['constructor', 'constructor', ''],
])('utm_source=%s is %s (%s)', (text, source, channel) => {
  expect(readNamedSource(text)).toEqual({ source, channel } as never);
});

test.each([
  ['cpc', 'paid'],
  ['PPC', 'paid'],
  ['paid_social', 'paid'],
  ['paidsearch', 'paid'],
  ['display', 'paid'],
  ['social_ads', 'paid'],
  ['email', 'mail'],
  ['newsletter', 'mail'],
  ['social', 'social'],
  ['organic-social', 'social'],
  ['organic', 'search'],
  ['sms', 'chat'],
  ['badge', ''],
  ['downloads', ''],
  ['unpaid', ''],
  ['', ''],
])('utm_medium=%s is %j', (medium, channel) => {
  expect(readMedium(medium)).toBe(channel as never);
});

test('no spelling belongs to two sources', () => {
  const spellings = Object.values(knownSources).flatMap((names) =>
    Object.entries<string>(names).flatMap(([name, list]) =>
      Array.from(new Set(`${name.toLowerCase()}\n${list.replaceAll(' ', '\n')}`.split('\n'))),
    ),
  );
  expect(spellings.filter((one, at) => spellings.indexOf(one) !== at)).toEqual([]);
});
