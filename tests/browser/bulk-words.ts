import type { Language } from './test-browser.ts';

/** What stands in the dialog for many links, as a person reads it. */
const en = {
  edit: (count: number) => `Edit (${count})…`,
  title: (count: number) => `Edit ${count} links`,
  addTags: 'Add tags',
  removeTags: 'Remove tags',
  thirtyDays: '30 days',
  onDate: 'On date',
  expiresOn: 'Expires on',
  pastDate: 'Choose a date and time in the future',
  off: 'Off',
  find: 'Find in long URLs',
  put: 'Replace with',
  changes: (changed: number, of: number) => `${changed} of ${of} links will change.`,
  ownSite: '1 link can’t be changed: the new long URL would lead back to this site.',
  nothing: 'None of these links will change.',
  change: (count: number) => `Change ${count} links`,
  changePlain: 'Change links',
  changed: (count: number) => `${count} links changed`,
  changedWithout: (count: number) => `${count} links changed, 1 could not be changed`,
  undone: (count: number) => `${count} links restored`,
  earlier: 'Undo an earlier bulk edit',
  earlierUndo: 'Undo: +Campaign',
  noEarlier: 'There were no bulk edits in the last 24 hours.',
};

const zh: typeof en = {
  edit: (count) => `批量修改（${count}）…`,
  title: (count) => `修改 ${count} 个链接`,
  addTags: '添加标签',
  removeTags: '移除标签',
  thirtyDays: '30 天后',
  onDate: '指定时间',
  expiresOn: '到期时间',
  pastDate: '请选择将来的日期和时间',
  off: '停用',
  find: '在长链接中查找',
  put: '替换为',
  changes: (changed, of) => `${of} 个链接中，${changed} 个将被修改。`,
  ownSite: '1 个链接无法修改：替换后的长链接会跳回本站。',
  nothing: '这些链接都无需修改。',
  change: (count) => `修改 ${count} 个链接`,
  changePlain: '修改链接',
  changed: (count) => `已修改 ${count} 个链接`,
  changedWithout: (count) => `已修改 ${count} 个链接，1 个无法修改`,
  undone: (count) => `已恢复 ${count} 个链接`,
  earlier: '撤销之前的批量修改',
  earlierUndo: '撤销：+Campaign',
  noEarlier: '最近 24 小时内没有批量修改。',
};

export const bulkWords: Readonly<Record<Language, typeof en>> = { en, zh };
