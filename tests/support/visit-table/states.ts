import { A, B, C, casesOf, FALLBACK, LONG } from './visit-table.ts';
import { toFallback, toLong, toPage, toRule, toShare, type VisitCase } from './visit-table.ts';

const now = Math.floor(Date.now() / 1000);
const HOUR = 3600;

const off = { is_active: 0 };
const early = { starts_at: now + HOUR };
const late = { expires_at: now - HOUR };
const capped = { max_clicks: 5 };
const rules = [{ when: { device: 'mobile' }, target: A }];
const social = { title: 'Shown', description: '', image: '' };

/** Cases of closed links, pages, statuses, forwarding and splits. */
export const stateCases: readonly VisitCase[] = [
  ...casesOf('a plain link', {}, [
    [{}, toLong()],
    [{ query: 'a=b' }, toLong()],
    [{ path: 'rest' }, toPage('missing', 404)],
    [{ agent: 'slackbot' }, toLong()],
  ]),
  ...casesOf('rules for an embedded link', { rules, social }, [
    [{ agent: 'iphone', destination: 'image' }, toRule(0, A)],
    [{ agent: 'mac', destination: 'iframe' }, toLong()],
  ]),
  ...casesOf('off', off, [[{}, toPage('off', 410)]]),
  ...casesOf('not started', early, [[{}, toPage('not-started', 404)]]),
  ...casesOf('started', { starts_at: now - HOUR }, [[{}, toLong()]]),
  ...casesOf('expired', late, [[{}, toPage('expired', 410)]]),
  ...casesOf('expires later', { expires_at: now + HOUR }, [[{}, toLong()]]),
  ...casesOf('used up', capped, [[{}, toPage('used-up', 410)]], 5),
  ...casesOf('clicked more often than allowed', capped, [[{}, toPage('used-up', 410)]], 9),
  ...casesOf(
    'not used up',
    { max_clicks: 1000, rules },
    [
      [{ agent: 'mac' }, toLong()],
      [{ agent: 'iphone' }, toRule(0, A)],
      [{ agent: 'mac', query: 'qr' }, toLong()],
      [{}, toPage('card')],
      [{ agent: 'slackbot' }, toPage('card')],
      [{ agent: 'googlebot', query: 'qr' }, toPage('card')],
      [{ agent: 'iphone', destination: 'image' }, toPage('card')],
      [{ agent: 'mac', query: 'qr', destination: 'iframe' }, toPage('card')],
      [{ agent: 'iphone', destination: 'document' }, toRule(0, A)],
      [{ agent: 'iphone', destination: 'empty' }, toRule(0, A)],
    ],
    5,
  ),
  ...casesOf('a limit with a password', { max_clicks: 1000, password: 'open sesame' }, [
    [{ agent: 'mac' }, toPage('password')],
    [{ agent: 'slackbot' }, toPage('card')],
    [{ password: 'open sesame' }, toLong(LONG, 303)],
    [{ agent: 'mac', password: 'open sesame' }, toLong(LONG, 303)],
    [{ agent: 'mac', destination: 'iframe' }, toPage('card')],
    [{ agent: 'mac', destination: 'iframe', password: 'open sesame' }, toLong(LONG, 303)],
  ]),
  ...casesOf('off wins over all other states', { ...off, ...early, ...late, ...capped }, [
    [{}, toPage('off', 410)],
  ]),
  ...casesOf('not started wins over expired', { ...early, ...late, ...capped }, [
    [{}, toPage('not-started', 404)],
  ]),
  ...casesOf(
    'expired wins over used up',
    { ...late, ...capped },
    [[{}, toPage('expired', 410)]],
    5,
  ),
  ...casesOf('a missing path wins over off', { ...off, forward_path: 0 }, [
    [{ path: 'rest' }, toPage('missing', 404)],
  ]),
  ...casesOf('off wins over a forwarded path', { ...off, forward_path: 1 }, [
    [{ path: 'rest' }, toPage('off', 410)],
    [{ path: 'a%2fb' }, toPage('off', 410)],
  ]),
  ...casesOf('off with a fallback', { ...off, fallback_url: FALLBACK, rules }, [
    [{}, toFallback('off')],
    [{ agent: 'iphone', query: 'a=b' }, toFallback('off')],
  ]),
  ...casesOf(
    'not started with a fallback',
    { ...early, fallback_url: FALLBACK, redirect_status: 308 },
    [[{}, toFallback('not-started')]],
  ),
  ...casesOf('expired with a fallback', { ...late, fallback_url: FALLBACK, forward_query: 1 }, [
    [{ query: 'a=b' }, toFallback('expired')],
  ]),
  ...casesOf(
    'used up with a fallback',
    { ...capped, fallback_url: FALLBACK },
    [[{}, toFallback('used-up')]],
    5,
  ),
  ...casesOf('open with a fallback', { fallback_url: FALLBACK }, [[{}, toLong()]]),
  ...casesOf(
    'off with everything',
    { ...off, fallback_url: FALLBACK, in_app: 'ask', social, rules },
    [
      [{ agent: 'slackbot' }, toFallback('off')],
      [{ agent: 'wechat' }, toFallback('off')],
    ],
  ),
  ...casesOf('a card', { social, rules }, [
    [{ agent: 'slackbot' }, toPage('card')],
    [{ agent: 'googlebot' }, toLong()],
    [{ agent: 'iphone' }, toRule(0, A)],
    [{ agent: 'wechat' }, toRule(0, A)],
    [{}, toLong()],
  ]),
  ...casesOf('only a card image', { social: { image: 'https://img.example/a.png' } }, [
    [{ agent: 'slackbot' }, toPage('card')],
  ]),
  ...casesOf('only a card description', { social: { description: 'Words' } }, [
    [{ agent: 'slackbot' }, toPage('card')],
  ]),
  ...casesOf('an empty card', { social: { title: '' }, forward_query: 1 }, [
    [{ agent: 'slackbot' }, toLong()],
  ]),
  ...casesOf('asks in apps', { in_app: 'ask', rules }, [
    [{ agent: 'wechat' }, toPage('in-app')],
    [{ agent: 'qq' }, toPage('in-app')],
    [{ agent: 'instagram' }, toPage('in-app')],
    [{ agent: 'facebook' }, toPage('in-app')],
    [{ agent: 'tiktok' }, toPage('in-app')],
    [{ agent: 'line' }, toPage('in-app')],
    [{ agent: 'weibo' }, toRule(0, A)],
    [{ agent: 'iphone' }, toRule(0, A)],
    [{ agent: 'slackbot' }, toLong()],
    [{ agent: 'mac' }, toLong()],
  ]),
  ...casesOf('follows in apps', { in_app: 'follow', rules }, [
    [{ agent: 'wechat' }, toRule(0, A)],
    [{ agent: 'qq' }, toRule(0, A)],
  ]),
  ...casesOf('a password', { password: 'open sesame', rules, redirect_status: 308 }, [
    [{}, toPage('password')],
    [{ agent: 'iphone' }, toPage('password')],
    [{ agent: 'slackbot' }, toPage('password')],
    [{ password: 'open sesame' }, toLong(LONG, 303)],
    [{ agent: 'iphone', password: 'open sesame' }, toRule(0, A, 303)],
  ]),
  ...casesOf(
    'a password with everything',
    { password: 'é', social, in_app: 'ask', forward_path: 1 },
    [
      [{ agent: 'slackbot' }, toPage('card')],
      [{ agent: 'wechat' }, toPage('in-app')],
      [{ agent: 'mac' }, toPage('password')],
      [{ path: 'a%2Fb' }, toPage('missing', 404)],
      [{ password: 'é', path: 'rest' }, toLong(`${LONG}/rest`, 303)],
      [{ password: 'e\u0301' }, toLong(LONG, 303)],
    ],
  ),
  ...casesOf('off with a password', { ...off, password: 'x' }, [[{}, toPage('off', 410)]]),
  ...[301, 307, 308].flatMap((status) =>
    casesOf(`status ${status}`, { redirect_status: status, rules }, [
      [{}, toLong(LONG, status)],
      [{ agent: 'android' }, toRule(0, A, status)],
    ]),
  ),
  ...casesOf('status 302', { redirect_status: 302 }, [[{}, toLong()]]),
  ...casesOf('forwards the query', { long_url: B, forward_query: 1 }, [
    [{}, toLong(B)],
    [{ query: 'a=b' }, toLong('https://b.example/b?own=1&a=b#part')],
    [{ query: 'own=2&a=b' }, toLong('https://b.example/b?own=1&a=b#part')],
    [{ query: 'o%77n=2' }, toLong(B)],
    [{ query: 'qr&a=%20' }, toLong('https://b.example/b?own=1&a=%20#part')],
    [{ query: 'QR=1' }, toLong(B)],
    [{ query: 'qr' }, toLong(B)],
    [{ query: '&&' }, toLong(B)],
    [{ query: 'a&a=2' }, toLong('https://b.example/b?own=1&a&a=2#part')],
    [{ query: 'utm_source=x' }, toLong('https://b.example/b?own=1&utm_source=x#part')],
  ]),
  ...casesOf(
    'keeps the campaign of the target',
    { long_url: `${LONG}?utm_source=own`, forward_query: 1 },
    [
      [{ query: 'utm_source=x' }, toLong(`${LONG}?utm_source=own`)],
      [{ query: 'UTM_Source=x&via=y' }, toLong(`${LONG}?utm_source=own&via=y`)],
    ],
  ),
  ...casesOf('does not forward the query', { forward_path: 1 }, [[{ query: 'a=b' }, toLong()]]),
  ...casesOf('forwards the query to a rule', { forward_query: 1, rules }, [
    [{ agent: 'iphone', query: 'a=b' }, toRule(0, `${A}?a=b`)],
    [{ query: 'a=b' }, toLong(`${LONG}?a=b`)],
    [{ query: 'qr&' }, toLong()],
  ]),
  ...casesOf('forwards the path', { forward_path: 1, rules }, [
    [{}, toLong()],
    [{ path: 'rest' }, toLong(`${LONG}/rest`)],
    [{ path: 'a/b/' }, toLong(`${LONG}/a/b/`)],
    [{ path: 'a%20b' }, toLong(`${LONG}/a%20b`)],
    [{ path: 'a%3Fb' }, toLong(`${LONG}/a%3Fb`)],
    [{ path: 'a', query: 'b=c' }, toLong(`${LONG}/a`)],
    [{ agent: 'iphone', path: 'rest' }, toRule(0, `${A}rest`)],
    [{ path: 'a%2fb' }, toPage('missing', 404)],
    [{ path: 'a%5Cb' }, toPage('missing', 404)],
    [{ path: '..;a/x' }, toPage('missing', 404)],
    [{ path: 'a%00' }, toPage('missing', 404)],
  ]),
  ...casesOf('forwards both', { long_url: B, forward_path: 1, forward_query: 1 }, [
    [{ path: 'x/y', query: 'z' }, toLong('https://b.example/b/x/y?own=1&z#part')],
  ]),
  ...casesOf('one share', { rules: [{ when: {}, split: [{ target: A, weight: 1 }] }] }, [
    [{}, toShare(0, A)],
    [{ agent: 'iphone' }, toShare(0, A)],
  ]),
  ...casesOf(
    'several shares behind a rule',
    {
      rules: [
        { when: { device: 'mobile' }, target: C },
        {
          when: { country: 'DE' },
          split: [
            { target: A, weight: 1 },
            { target: B, weight: 1000 },
          ],
        },
      ],
    },
    [
      [{ agent: 'iphone', country: 'DE' }, toRule(0, C)],
      [{ agent: 'mac', country: 'DE' }, toShare(1, A, B)],
      [{ country: 'DE' }, toShare(1, A, B)],
      [{}, toLong()],
    ],
  ),
];
