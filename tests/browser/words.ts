import type { Language } from './test-browser.ts';

/** Texts of several pages, as users read them. */
const en = {
  username: 'Username',
  email: 'E-mail',
  password: 'Password',
  repeat: 'Repeat password',
  setUp: 'Create administrator',
  login: 'Log in',
  longUrl: 'Long URL',
  create: 'Create short link',
  copy: 'Copy short link',
  admin: 'Admin',
  addLink: 'Add link',
  selectAll: 'Select all links on this page',
  deleteOne: 'Delete link',
  deleteTwo: 'Delete 2 links',
  deleteSelected: 'Delete selected',
  noneSelected: 'Please select links to delete first',
  noLinks: 'No links yet',
  logOut: 'Log out',
  title: 'Title',
};

export type Words = Readonly<typeof en>;

const zh: Words = {
  username: '用户名',
  email: '邮箱',
  password: '密码',
  repeat: '确认密码',
  setUp: '创建管理员',
  login: '登录',
  longUrl: '长链接',
  create: '创建短链接',
  copy: '复制短链接',
  admin: '管理后台',
  addLink: '添加链接',
  selectAll: '选择本页全部链接',
  deleteOne: '删除链接',
  deleteTwo: '删除 2 条链接',
  deleteSelected: '删除所选',
  noneSelected: '请先选择要删除的链接',
  noLinks: '还没有短链接',
  logOut: '退出登录',
  title: '标题',
};

export const words: Readonly<Record<Language, Words>> = { en, zh };
