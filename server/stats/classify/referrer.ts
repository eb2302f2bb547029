import { isIP } from 'node:net';
import { VALUE_MAX } from '../../../contracts/stats/stats.constants.ts';
import { readReferrerSource } from './sources/source.ts';
import { readBytes, readVisible } from './visible-text.ts';

/** '' = unknown. */
interface Referrer {
  /** A lowercase host without `www.` and port, or an app's name. */
  readonly referrer: string;
  /** Host and path, at most 256 characters; '' for the root. */
  readonly page: string;
}

const nowhere: Referrer = { referrer: '', page: '' };

/** The bytes of a header that are kept: a header of this length may be cut. */
const HEADER_MAX = 1024;
const HOST_MAX = 253;

/**
 * Takes raw bytes as latin1. Pages lose query, fragment, credentials and control characters. Texts
 * that are no address of a page or app give ''. Never throws.
 */
export function readReferrer(text: string): Referrer {
  const kept = text.slice(0, HEADER_MAX);
  const address = readBytes(kept, { isCut: kept.length === HEADER_MAX }).trim();
  const app = /^android-app:\/\/([\w.]{1,128})(?:[/?#]|$)/i.exec(address);
  if (app !== null) return readApp(app[1]!.toLowerCase());
  if (!/^https?:\/\//i.test(address)) return nowhere;
  const url = URL.parse(address);
  const host = url === null ? '' : readHost(url.hostname);
  if (url === null || host === '') return nowhere;
  const named = appHosts.get(host) ?? redirectHosts.get(host);
  return named === undefined
    ? { referrer: host, page: readPage(host, url.pathname) }
    : { referrer: named, page: '' };
}

/** An app without a known name appears by its package. */
function readApp(id: string): Referrer {
  if (!/^[a-z]\w*(?:\.[a-z]\w*)+$/.test(id)) return nowhere;
  return { referrer: apps.get(id) ?? id, page: '' };
}

/** The host as people see it; '' when it is no valid name. */
function readHost(hostname: string): string {
  const host = hostname.replace(/\.$/, '').replace(/^www\.(?=[^.]+\.)/, '');
  if (isIP(host.replace(/^\[(.*)\]$/, '$1')) !== 0) return host;
  return host.length <= HOST_MAX && /^[\w-]+(?:\.[\w-]+)*$/.test(host) ? host : '';
}

function readPage(host: string, pathname: string): string {
  // A part behind `;` is not the page: for example, a session id.
  const path = pathname.replace(/;[^/]*/g, '');
  return path === '/' ? '' : readVisible(`${host}${decodePath(path)}`, VALUE_MAX);
}

function decodePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

const packagesOfServices = `
  ch.protonmail.android com.alibaba.android.rimet com.baidu.searchbox com.discord
  com.douban.frodo com.eg.android.alipaygphone com.facebook.katana com.facebook.lite
  com.facebook.orca com.google.android.apps.docs com.google.android.apps.dynamite
  com.google.android.apps.magazines com.google.android.apps.messaging com.google.android.gm
  com.google.android.googlequicksearchbox com.google.android.youtube com.instagram.android
  com.instagram.barcelona com.kakao.talk com.larksuite.suite com.linkedin.android
  com.medium.reader com.microsoft.office.outlook com.microsoft.teams com.notion.id com.pinterest
  com.reddit.frontpage com.samsung.android.email.provider com.samsung.android.messaging
  com.sina.weibo com.skype.raider com.slack com.smile.gifmaker com.snapchat.android
  com.ss.android.article.news com.ss.android.lark com.ss.android.ugc.aweme
  com.ss.android.ugc.trill com.taobao.taobao com.tencent.mm com.tencent.mobileqq
  com.tencent.wework com.tumblr com.twitter.android com.viber.voip com.vkontakte.android
  com.whatsapp com.xingin.xhs com.yahoo.mobile.client.android.mail com.zhihu.android
  com.zhiliaoapp.musically jp.naver.line.android org.joinmastodon.android org.telegram.messenger
  org.telegram.messenger.web org.thoughtcrime.securesms org.thunderdog.challegram
  tv.danmaku.bili xyz.blueskyweb.app
`
  .trim()
  .split(/\s+/);

const apps: ReadonlyMap<string, string> = new Map([
  ...packagesOfServices.map((id) => [id, readReferrerSource(id).source] as const),
  ['com.google.android.keep', 'Google Keep'],
  ['com.whatsapp.w4b', 'WhatsApp Business'],
]);

const appHosts: ReadonlyMap<string, string> = new Map([
  ['c.pc.qq.com', 'QQ'],
  ['servicewechat.com', 'WeChat'],
  ['slack-redir.net', 'Slack'],
  ['statics.teams.cdn.office.net', 'Microsoft Teams'],
  ['weixin110.qq.com', 'WeChat'],
]);

const redirectHosts: ReadonlyMap<string, string> = new Map([
  ['away.vk.com', 'vk.com'],
  ['l.facebook.com', 'facebook.com'],
  ['l.instagram.com', 'instagram.com'],
  ['l.messenger.com', 'messenger.com'],
  ['l.threads.com', 'threads.com'],
  ['l.threads.net', 'threads.net'],
  ['link.csdn.net', 'csdn.net'],
  ['link.jianshu.com', 'jianshu.com'],
  ['link.juejin.cn', 'juejin.cn'],
  ['link.zhihu.com', 'zhihu.com'],
  ['lm.facebook.com', 'facebook.com'],
  ['out.reddit.com', 'reddit.com'],
]);
