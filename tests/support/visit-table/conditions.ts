import { A, agents, B, C, casesOf, toLong, toRule, type VisitCase } from './visit-table.ts';

const now = Math.floor(Date.now() / 1000);
const DAY = 86_400;
const weekday = new Date(now * 1000).getUTCDay() || 7;
/** A night after the test does not change these. */
const daysAround = [-1, 0, 1].map((days) => ((weekday + days + 6) % 7) + 1);
const otherDays = [2, 3, 4, 5].map((days) => ((weekday + days + 6) % 7) + 1);
const WHOLE_DAY = { from: '00:00', until: '00:00', time_zone: 'UTC' };

function ruled(when: object, target = A) {
  return { rules: [{ when, target }] };
}

/** Cases for each key of a condition. */
export const conditionCases: readonly VisitCase[] = [
  ...casesOf('a phone', ruled({ device: 'mobile' }), [
    [{ agent: 'iphone' }, toRule(0, A)],
    [{ agent: 'android' }, toRule(0, A)],
    [{ agent: 'wechat' }, toRule(0, A)],
    [{ agent: 'ipad' }, toLong()],
    [{ agent: 'windows' }, toLong()],
    [{ agent: 'tv' }, toLong()],
    [{ agent: 'googlebot' }, toLong()],
    [{ agent: 'none' }, toLong()],
  ]),
  ...casesOf('a tablet or a computer', ruled({ device: ['tablet', 'desktop'] }), [
    [{ agent: 'ipad' }, toRule(0, A)],
    [{ agent: 'tablet' }, toRule(0, A)],
    [{ agent: 'mac' }, toRule(0, A)],
    [{ agent: 'iphone' }, toLong()],
    [{ agent: 'tv' }, toLong()],
  ]),
  ...casesOf('a system', ruled({ system: 'ios' }), [
    [{ agent: 'iphone' }, toRule(0, A)],
    [{ agent: 'instagram' }, toRule(0, A)],
    [{ agent: 'ipad' }, toLong()],
    [{ agent: 'android' }, toLong()],
    [{ agent: 'slackbot' }, toLong()],
  ]),
  ...casesOf('several systems', ruled({ system: ['Windows', 'macOS'] }), [
    [{ agent: 'windows' }, toRule(0, A)],
    [{ agent: 'mac' }, toRule(0, A)],
    [{ agent: 'tv' }, toLong()],
    [{ agent: 'none' }, toLong()],
  ]),
  ...casesOf('a browser', ruled({ browser: 'FIREFOX' }), [
    [{ agent: 'windows' }, toRule(0, A)],
    [{ agent: 'mac' }, toLong()],
    [{}, toLong()],
  ]),
  ...casesOf('several browsers', ruled({ browser: ['Safari', 'Googlebot'] }), [
    [{ agent: 'iphone' }, toRule(0, A)],
    [{ agent: 'mac' }, toRule(0, A)],
    [{ agent: 'googlebot' }, toRule(0, A)],
    [{ agent: 'windows' }, toLong()],
  ]),
  ...casesOf('an app', ruled({ in_app: 'WeChat' }), [
    [{ agent: 'wechat' }, toRule(0, A)],
    [{ agent: 'qq' }, toLong()],
    [{ agent: 'iphone' }, toLong()],
  ]),
  ...casesOf('several apps', ruled({ in_app: ['qq', 'Weibo', 'line'] }), [
    [{ agent: 'qq' }, toRule(0, A)],
    [{ agent: 'weibo' }, toRule(0, A)],
    [{ agent: 'line' }, toRule(0, A)],
    [{ agent: 'tiktok' }, toLong()],
  ]),
  ...casesOf('a language', ruled({ language: 'zh' }), [
    [{ language: 'zh' }, toRule(0, A)],
    [{ language: 'zh-CN,zh;q=0.9,en;q=0.8' }, toRule(0, A)],
    [{ language: 'ZH-hant-TW' }, toRule(0, A)],
    [{ language: 'en;q=0.7, zh;q=0.8' }, toRule(0, A)],
    [{ language: 'en, zh' }, toLong()],
    [{ language: 'zha' }, toLong()],
    [{ language: 'zh;q=0' }, toLong()],
    [{ language: '*' }, toLong()],
    [{ language: 'zh;q=5' }, toLong()],
    [{}, toLong()],
  ]),
  ...casesOf('a language of a region', ruled({ language: ['zh-TW', 'pt-br'] }), [
    [{ language: 'zh-TW' }, toRule(0, A)],
    [{ language: 'zh_tw' }, toRule(0, A)],
    [{ language: 'pt-BR, en' }, toRule(0, A)],
    [{ language: 'zh' }, toLong()],
    [{ language: 'zh-TWX' }, toLong()],
    [{ language: 'pt' }, toLong()],
  ]),
  ...casesOf('a country', ruled({ country: 'de' }), [
    [{ country: 'DE' }, toRule(0, A)],
    [{ country: 'de' }, toRule(0, A)],
    [{ country: 'FR' }, toLong()],
    [{}, toLong()],
  ]),
  ...casesOf('several countries', ruled({ country: ['JP', 'KR'] }), [
    [{ country: 'KR' }, toRule(0, A)],
    [{ country: 'CN' }, toLong()],
  ]),
  ...casesOf('a parameter', ruled({ query: { from: 'card' } }), [
    [{ query: 'from=card' }, toRule(0, A)],
    [{ query: 'x=1&from=card&y' }, toRule(0, A)],
    [{ query: 'from=%63ard' }, toRule(0, A)],
    [{ query: 'from=other&from=card' }, toRule(0, A)],
    [{ query: 'from=Card' }, toLong()],
    [{ query: 'FROM=card' }, toLong()],
    [{ query: 'from' }, toLong()],
    [{}, toLong()],
  ]),
  ...casesOf('two parameters of any value', ruled({ query: { a: '*', b: '' } }), [
    [{ query: 'a=1&b=' }, toRule(0, A)],
    [{ query: 'b&a' }, toRule(0, A)],
    [{ query: 'a=1' }, toLong()],
    [{ query: 'a=1&b=2' }, toLong()],
  ]),
  ...casesOf('a parameter with blanks', ruled({ query: { 'ä b': 'c d' } }), [
    [{ query: '%C3%A4+b=c%20d' }, toRule(0, A)],
    [{ query: '%E4+b=c%20d' }, toLong()],
  ]),
  ...casesOf('a scan', ruled({ is_qr: 1 }), [
    [{ query: 'qr' }, toRule(0, A)],
    [{ query: 'a=b&QR=1' }, toRule(0, A)],
    [{ query: 'qrs' }, toLong()],
    [{}, toLong()],
  ]),
  ...casesOf('no scan', ruled({ is_qr: 0 }), [
    [{ query: 'qr' }, toLong()],
    [{}, toRule(0, A)],
  ]),
  ...casesOf('a time that has begun', ruled({ from: now - DAY }), [[{}, toRule(0, A)]]),
  ...casesOf('a time to come', ruled({ from: now + DAY }), [[{}, toLong()]]),
  ...casesOf('a time that ends later', ruled({ until: now + DAY }), [[{}, toRule(0, A)]]),
  ...casesOf('a time that has ended', ruled({ until: now - DAY }), [[{}, toLong()]]),
  ...casesOf('a time between', ruled({ from: now - DAY, until: now + DAY }), [[{}, toRule(0, A)]]),
  ...casesOf('each hour', ruled({ hours: WHOLE_DAY }), [[{}, toRule(0, A)]]),
  ...casesOf('these days', ruled({ hours: { ...WHOLE_DAY, days: daysAround } }), [
    [{}, toRule(0, A)],
  ]),
  ...casesOf('other days', ruled({ hours: { ...WHOLE_DAY, days: otherDays } }), [[{}, toLong()]]),
  ...casesOf('any visit', ruled({}), [
    [{}, toRule(0, A)],
    [{ agent: 'googlebot', country: 'DE', query: 'qr&a=b' }, toRule(0, A)],
  ]),
  ...casesOf(
    'every key at once',
    ruled(
      {
        device: ['mobile'],
        system: ['iOS'],
        browser: ['WeChat'],
        in_app: ['WeChat'],
        language: ['zh'],
        country: ['CN'],
        query: { a: '*' },
        is_qr: 1,
        from: now - DAY,
        until: now + DAY,
        hours: WHOLE_DAY,
      },
      B,
    ),
    [
      [{ agent: 'wechat', language: 'zh', country: 'CN', query: 'a&qr' }, toRule(0, B)],
      [{ agent: 'iphone', language: 'zh', country: 'CN', query: 'a&qr' }, toLong()],
      [{ agent: 'wechat', language: 'en', country: 'CN', query: 'a&qr' }, toLong()],
      [{ agent: 'wechat', language: 'zh', country: 'TW', query: 'a&qr' }, toLong()],
      [{ agent: 'wechat', language: 'zh', country: 'CN', query: 'qr' }, toLong()],
      [{ agent: 'wechat', language: 'zh', country: 'CN', query: 'a' }, toLong()],
    ],
  ),
  ...casesOf(
    'the first rule that fits',
    {
      rules: [
        { when: { device: 'mobile', country: 'DE' }, target: A },
        { when: { country: 'DE' }, target: B },
        { when: { device: 'mobile' }, target: C },
        { when: { country: 'DE', device: 'desktop' }, target: A },
      ],
    },
    [
      [{ agent: 'iphone', country: 'DE' }, toRule(0, A)],
      [{ agent: 'mac', country: 'DE' }, toRule(1, B)],
      [{ agent: 'iphone', country: 'FR' }, toRule(2, C)],
      [{ agent: 'mac', country: 'FR' }, toLong()],
      [{ country: 'DE' }, toRule(1, B)],
      [{}, toLong()],
    ],
  ),
  ...casesOf(
    'a rule for every visit before others',
    {
      rules: [
        { when: {}, target: C },
        { when: { device: 'mobile' }, target: A },
      ],
    },
    (Object.keys(agents) as (keyof typeof agents)[]).map((agent) => [{ agent }, toRule(0, C)]),
  ),
];
