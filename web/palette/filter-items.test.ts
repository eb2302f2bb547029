import { expect, test } from 'bun:test';
import { filterItems } from './filter-items.ts';

const items = [
  { id: 'page-list', label: 'Links' },
  { id: 'page-many', label: 'Add many links' },
  { id: 'page-migration', label: '数据迁移' },
  { id: 'page-account', label: 'Account' },
  { id: 'add', label: 'Add link' },
];
const find = (query: string) => filterItems(items, query).map(({ id }) => id);

test.each([
  ['import', ['page-many', 'page-migration']],
  ['导入', ['page-many', 'page-migration']],
  ['backup', ['page-migration']],
  ['Export', ['page-list', 'page-migration']],
  ['views', ['page-list']],
  ['视图', ['page-list']],
  ['rule', ['add']],
  ['password', ['page-account', 'add']],
  ['密码', ['page-account', 'add']],
  ['add link', ['add', 'page-many']],
  ['links', ['page-list', 'page-many']],
  ['nothing', []],
])('"%s" finds entries by their label and other words', (query, ids) => {
  expect(find(query)).toEqual([...ids]);
});
