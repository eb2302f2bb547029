import { isIP } from 'node:net';
import { VALUE_MAX } from '../../../contracts/stats/stats.constants.ts';
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

const apps: ReadonlyMap<string, string> = new Map([
  ['ch.protonmail.android', 'Proton Mail'],
  ['com.alibaba.android.rimet', 'DingTalk'],
  ['com.baidu.searchbox', 'Baidu'],
  ['com.discord', 'Discord'],
  ['com.douban.frodo', 'Douban'],
  ['com.eg.android.alipaygphone', 'Alipay'],
  ['com.facebook.katana', 'Facebook'],
  ['com.facebook.lite', 'Facebook'],
  ['com.facebook.orca', 'Messenger'],
  ['com.google.android.apps.docs', 'Google Drive'],
  ['com.google.android.apps.dynamite', 'Google Chat'],
  ['com.google.android.apps.magazines', 'Google News'],
  ['com.google.android.apps.messaging', 'Google Messages'],
  ['com.google.android.gm', 'Gmail'],
  ['com.google.android.googlequicksearchbox', 'Google'],
  ['com.google.android.keep', 'Google Keep'],
  ['com.google.android.youtube', 'YouTube'],
  ['com.instagram.android', 'Instagram'],
  ['com.instagram.barcelona', 'Threads'],
  ['com.kakao.talk', 'KakaoTalk'],
  ['com.larksuite.suite', 'Lark'],
  ['com.linkedin.android', 'LinkedIn'],
  ['com.medium.reader', 'Medium'],
  ['com.microsoft.office.outlook', 'Outlook'],
  ['com.microsoft.teams', 'Microsoft Teams'],
  ['com.notion.id', 'Notion'],
  ['com.pinterest', 'Pinterest'],
  ['com.reddit.frontpage', 'Reddit'],
  ['com.samsung.android.email.provider', 'Samsung Email'],
  ['com.samsung.android.messaging', 'Samsung Messages'],
  ['com.sina.weibo', 'Weibo'],
  ['com.skype.raider', 'Skype'],
  ['com.slack', 'Slack'],
  ['com.smile.gifmaker', 'Kuaishou'],
  ['com.snapchat.android', 'Snapchat'],
  ['com.ss.android.article.news', 'Toutiao'],
  ['com.ss.android.lark', 'Feishu'],
  ['com.ss.android.ugc.aweme', 'Douyin'],
  ['com.ss.android.ugc.trill', 'TikTok'],
  ['com.taobao.taobao', 'Taobao'],
  ['com.tencent.mm', 'WeChat'],
  ['com.tencent.mobileqq', 'QQ'],
  ['com.tencent.wework', 'WeCom'],
  ['com.tumblr', 'Tumblr'],
  ['com.twitter.android', 'X'],
  ['com.viber.voip', 'Viber'],
  ['com.vkontakte.android', 'VK'],
  ['com.whatsapp', 'WhatsApp'],
  ['com.whatsapp.w4b', 'WhatsApp Business'],
  ['com.xingin.xhs', 'Xiaohongshu'],
  ['com.yahoo.mobile.client.android.mail', 'Yahoo Mail'],
  ['com.zhihu.android', 'Zhihu'],
  ['com.zhiliaoapp.musically', 'TikTok'],
  ['jp.naver.line.android', 'LINE'],
  ['org.joinmastodon.android', 'Mastodon'],
  ['org.telegram.messenger', 'Telegram'],
  ['org.telegram.messenger.web', 'Telegram'],
  ['org.thoughtcrime.securesms', 'Signal'],
  ['org.thunderdog.challegram', 'Telegram'],
  ['tv.danmaku.bili', 'Bilibili'],
  ['xyz.blueskyweb.app', 'Bluesky'],
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
