import type { Language } from '../test-browser.ts';

/** The texts of the pages for many links and for tags, as users read them. */
const en = {
  open: 'Add many links at once',
  list: 'Addresses',
  wrongUrl: 'Not a valid URL, or one of this site',
  submit: (count: number) => `Add ${count} links`,
  done: 'Links added',
  copy: 'Copy all',
  save: 'Download CSV',
  shortLink: 'Short link',
  editTag: (name: string) => `Edit tag ${name}`,
  tagName: 'Name',
  saveTag: 'Save tag',
  merge: (to: string) => `Merge into “${to}”`,
  deleteTag: 'Delete tag',
  deleteTagOf: (name: string) => `Delete tag ${name}`,
};

const zh: typeof en = {
  open: '批量添加链接',
  list: '网址列表',
  wrongUrl: '不是可用的网址，或指向本站',
  submit: (count) => `添加 ${count} 条链接`,
  done: '链接已添加',
  copy: '全部复制',
  save: '下载 CSV',
  shortLink: '短链接',
  editTag: (name) => `编辑标签 ${name}`,
  tagName: '名称',
  saveTag: '保存标签',
  merge: (to) => `合并到“${to}”`,
  deleteTag: '删除标签',
  deleteTagOf: (name) => `删除标签 ${name}`,
};

export const manyWords: Readonly<Record<Language, typeof en>> = { en, zh };
