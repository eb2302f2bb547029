import { screen } from '@testing-library/react';
import { beforeEach, expect, test, type Mock } from 'bun:test';
import { answerCalls } from '../../tests/support/components/answers.ts';
import { languages, showLanguage } from '../../tests/support/components/languages.ts';
import { show, testAccess } from '../../tests/support/components/render.tsx';
import { t } from '../language.ts';
import { AuditPage } from './audit.page.tsx';
import type { AuditRow } from './audit.api.ts';

const row: AuditRow = {
  id: 1,
  at: 1,
  actor: { kind: 'account', id: 1, name: 'ada' },
  token: 'Shop',
  way: 'api-token',
  network: '192.0.2.0/24',
  action: 'account.role',
  target: { kind: 'account', id: 2, name: 'bea' },
  from: { role: 'viewer', sees_all: 0, color: 'red' },
  to: { role: 'editor', sees_all: 1, color: 'blue' },
  times: 3,
};
const answers: Record<string, { data: unknown }> = {};
beforeEach(() => {
  Object.assign(answers, {
    '/api/audit': { data: { total: 1, page: 1, limit: 50, rows: [row] } },
    '/api/get/appinfo': { data: { may: ['own', 'audit', 'accounts'], has_others: 1 } },
    '/api/accounts': { data: [{ id: 1, username: 'ada' }] },
  });
});

testAccess(
  () => {
    answerCalls(answers);
    return <AuditPage />;
  },
  async () => void (await screen.findByRole('listitem')),
);

test.each(languages)('a row tells who did what, with the values: %s', async (language) => {
  await showLanguage(language);
  answerCalls(answers);
  show(<AuditPage />);
  const { textContent: text } = await screen.findByRole('listitem');
  const parts = {
    en: ['role: Viewer → Editor', 'sees the links of others: no → yes', 'color: red → blue'],
    zh: ['角色: 查看者 → 编辑', '可查看他人的链接: 否 → 是', 'color: red → blue'],
  }[language];
  parts.push('ada', 'Shop', t('audit.act.account.role'), 'bea', '3');
  for (const part of parts) expect(text).toContain(part);
});

test('a change of one value stands without the name of a field', async () => {
  const renamed = { ...row, action: 'tag.renamed', from: 'shop', to: 'store' };
  answers['/api/audit'] = { data: { total: 1, page: 1, limit: 50, rows: [renamed] } };
  answerCalls(answers);
  show(<AuditPage />);
  await screen.findByText('shop → store');
});

test('filters go to the server, and an empty result can be left', async () => {
  answerCalls(answers);
  const user = show(<AuditPage />);
  await screen.findByRole('listitem');
  answers['/api/audit'] = { data: { total: 0, page: 1, limit: 50, rows: [] } };
  await user.selectOptions(screen.getByLabelText(t('audit.filter.actor')), '1');
  await screen.findByRole('heading', { name: t('audit.none') });
  await user.selectOptions(screen.getByLabelText(t('audit.filter.action')), 'login');
  const [url] = (fetch as unknown as Mock<(url: string) => unknown>).mock.calls.at(-1)!;
  const query = new URL(url, location.href).searchParams;
  expect(Object.fromEntries(query)).toEqual({
    actor: '1',
    action: 'login',
    page: '1',
    limit: '50',
  });
  await user.click(screen.getByRole('button', { name: t('audit.filter.clear') }));
  await screen.findByRole('listitem');
});

test('without the right to all rows the page is about the own account', async () => {
  answers['/api/get/appinfo'] = { data: { may: ['own'], has_others: 1 } };
  const sent = answerCalls(answers);
  show(<AuditPage />);
  await screen.findByText(t('audit.about.own'));
  expect(screen.queryByLabelText(t('audit.filter.actor'))).toBeNull();
  expect(sent.map(({ path }) => path)).not.toContain('/api/accounts');
});
