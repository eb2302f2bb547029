import type { Language } from '../site/visitor-choice.ts';

export interface PreviewText {
  readonly locale: string;
  readonly leadsTo: string;
  readonly hasRules: string;
  /** Heading of a link with a password. */
  readonly hidden: string;
  readonly enterPassword: string;
  readonly limited: string;
  readonly open: string;
  /** For the owner. */
  readonly tryVisit: string;
  /** Label of a long address that scrolls. */
  readonly address: string;
  readonly title: string;
  readonly description: string;
  readonly created: string;
  readonly expires: string;
  readonly never: string;
  readonly visits: string;
  readonly scan: string;
  readonly save: string;
  pageTitle(shortLink: string): string;
  continueTo(host: string): string;
  qrOf(shortLink: string): string;
}

export const texts: Readonly<Record<Language, PreviewText>> = {
  en: {
    locale: 'en-GB',
    leadsTo: 'This short link leads to',
    hasRules: 'Some visitors are led elsewhere, for example by device, country or time.',
    hidden: 'A password protects this short link',
    enterPassword: 'Enter the password',
    limited: 'This short link opens only a limited number of times',
    open: 'Open the link',
    tryVisit: 'Try where a visit would lead',
    address: 'Full address',
    title: 'Title',
    description: 'Description',
    created: 'Created',
    expires: 'Expires',
    never: 'Never',
    visits: 'Visits',
    scan: 'Scan it to open the short link',
    save: 'Save the QR code:',
    pageTitle: (shortLink) => `Preview of ${shortLink}`,
    continueTo: (host) => `Continue to ${host}`,
    qrOf: (shortLink) => `QR code of ${shortLink}`,
  },
  zh: {
    locale: 'zh-CN',
    leadsTo: '此短链接将跳转到',
    hasRules: '部分访客会前往其他地址，例如按设备、国家或时间区分。',
    hidden: '该短链接受密码保护',
    enterPassword: '输入密码',
    limited: '此短链接的访问次数有限',
    open: '打开链接',
    tryVisit: '模拟一次访问，查看跳转去向',
    address: '完整网址',
    title: '标题',
    description: '描述',
    created: '创建时间',
    expires: '到期时间',
    never: '永久有效',
    visits: '访问次数',
    scan: '扫码打开此短链接',
    save: '保存二维码：',
    pageTitle: (shortLink) => `预览 ${shortLink}`,
    continueTo: (host) => `继续前往 ${host}`,
    qrOf: (shortLink) => `${shortLink} 的二维码`,
  },
};
