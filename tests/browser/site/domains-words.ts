import type { Language } from '../test-browser.ts';

/** The texts of the page of domains, as users read them. */
const en = {
  domains: 'Domains',
  empty: 'No additional domains yet',
  add: 'Add domain',
  domain: 'Domain',
  invalid: 'Enter a name like go.example.com, without a path or a port',
  exists: 'This domain has already been added',
  statistics: (host: string) => `Statistics of ${host}`,
  links: (count: number) => (count === 1 ? '1 link' : `${count} links`),
  check: (host: string) => `Check ${host}`,
  nowhere: 'No DNS record',
  private: 'Cannot be checked',
  copyDns: (host: string) => `Copy for ${host}: DNS record`,
  targets: 'Home page and unknown links',
  home: 'Home page',
  missing: 'Unknown links',
  save: (host: string) => `Save the pages of ${host}`,
  saved: 'Domain saved',
  delete: (host: string) => `Delete ${host}`,
  hasLinks: (host: string) => `${host} has 1 link`,
  showLinks: 'Show the link',
  inBin: (host: string) => `${host} has links in the bin`,
  openBin: 'Open the bin',
  deleted: (host: string) => `${host} deleted`,
  filter: (host: string) => `Domain: ${host}`,
};
export type DomainWords = typeof en;

const zh: DomainWords = {
  domains: '域名',
  empty: '尚未添加其他域名',
  add: '添加域名',
  domain: '域名',
  invalid: '请输入形如 go.example.com 的域名，不含路径和端口',
  exists: '该域名已添加',
  statistics: (host) => `统计 （${host}）`,
  links: (count) => `${count} 条链接`,
  check: (host) => `检查 ${host}`,
  nowhere: '没有 DNS 记录',
  private: '无法检查',
  copyDns: (host) => `复制 ${host} 的DNS 记录`,
  targets: '首页与未知链接',
  home: '首页',
  missing: '未知链接',
  save: (host) => `保存 ${host} 的页面`,
  saved: '域名已保存',
  delete: (host) => `删除 ${host}`,
  hasLinks: (host) => `${host} 有 1 条链接`,
  showLinks: '查看 1 条链接',
  inBin: (host) => `${host} 在回收站中还有链接`,
  openBin: '打开回收站',
  deleted: (host) => `${host} 已删除`,
  filter: (host) => `域名：${host}`,
};

export const domainWords: Readonly<Record<Language, DomainWords>> = { en, zh };
