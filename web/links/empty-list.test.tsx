import { screen } from '@testing-library/react';
import { expect, test } from 'bun:test';
import { rightsOf, type Role } from '../../contracts/access.constants.ts';
import { answerCalls } from '../../tests/support/components/answers.ts';
import { show } from '../../tests/support/components/render.tsx';
import { useAppInfo } from '../app-info.ts';
import { t } from '../language.ts';
import type { LinksPageState } from './use-links-page.ts';
import { LinkList } from './list/link-list.tsx';

const page = {
  view: { page: 1, size: 10 },
  shown: { query: { isSuccess: true }, total: 0, isSearch: false },
  dialogs: {},
} as unknown as LinksPageState;

function Page() {
  return useAppInfo().data === undefined ? null : <LinkList page={page} />;
}

test.each([
  ['editor', true],
  ['author', false],
] as const)('an empty list speaks of imports to those who may import: %s', async (role, is) => {
  answerCalls({ '/api/get/appinfo': { data: { may: mayOf(role) } } });
  show(<Page />);
  const text = (await screen.findByText(t('links.empty.text'), { exact: false })).textContent;
  expect(text.includes(t('links.empty.import'))).toBe(is);
});

function mayOf(role: Role) {
  return rightsOf({ role, seesAll: false });
}
