import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'bun:test';
import { answerCalls } from '../../../tests/support/components/answers.ts';
import { expectToast } from '../../../tests/support/components/failures.ts';
import { languages, showLanguage } from '../../../tests/support/components/languages.ts';
import { findButton, show } from '../../../tests/support/components/render.tsx';
import { ConfirmDialog } from '../../form/confirm.tsx';
import { t } from '../../language.ts';
import type { Account } from '../people.api.ts';
import { PersonPage } from './person.page.tsx';

const mia: Account = {
  id: 1,
  kind: 'person',
  username: 'mia',
  email: 'mia@example.com',
  role: 'owner',
  sees_all: 0,
  is_active: 1,
  factors: [],
  is_ruled_by_sso: 0,
  links: 3,
  created_at: 1,
  last_login_at: 1,
};
const liwei: Account = { ...mia, id: 2, username: 'liwei', role: 'author', links: 2 };
const info = { data: { id: 1, may: ['accounts', 'owners'], has_others: 1, language: '' } };

function open() {
  const rootRoute = createRootRoute();
  const admin = createRoute({ getParentRoute: () => rootRoute, path: 'admin' });
  const of = (path: string, component: () => React.ReactNode) =>
    createRoute({ getParentRoute: () => admin, path, component });
  const pages = [of('people/$id', PersonPage), of('$name', () => <h1>All people</h1>)];
  const router = createRouter({
    routeTree: rootRoute.addChildren([admin.addChildren(pages)]),
    history: createMemoryHistory({ initialEntries: ['/admin/people/2'] }),
  });
  const user = show(
    <>
      <RouterProvider router={router as never} />
      <ConfirmDialog />
    </>,
  );
  return { router, user };
}

const fates = {
  account: [1, { en: '2 links belong to mia now.', zh: '2 条链接现属于 mia。' }],
  nobody: [0, { en: '2 links belong to nobody now.', zh: '2 条链接现不属于任何人。' }],
  bin: ['bin', { en: '2 links are in the bin now.', zh: '2 条链接已移入回收站。' }],
} as const;
const cases = languages.flatMap((language) =>
  (['account', 'nobody', 'bin'] as const).map((fate) => [fate, language] as const),
);

test.each(cases)(
  'a deleted account leads to People, and says where its links are: %s, %s',
  async (fate, language) => {
    await showLanguage(language);
    const answers = {
      '/api/accounts': { data: [mia, liwei] },
      '/api/get/appinfo': info,
      '/api/sessions': { data: [] },
      '/api/accounts/delete': { data: { links: 2 } },
    };
    const sent = answerCalls(answers);
    const { router, user } = open();
    await user.click(await findButton(t('people.delete', { name: 'liwei' })));
    await user.click(
      await screen.findByRole('radio', { name: new RegExp(t(`people.fate.${fate}`)) }),
    );
    answers['/api/accounts'] = { data: [mia] };
    const isBinned = fate === 'bin';
    const words = { name: 'liwei', count: 2, shown: '2' };
    const label = isBinned ? t('people.delete.with.links', words) : t('people.delete', words);
    const dialog = await screen.findByRole('dialog');
    await user.click(
      [...dialog.querySelectorAll('button')].find((one) => one.textContent === label)!,
    );
    const [linksTo, sentences] = fates[fate];
    await expectToast(sentences[language]);
    await screen.findByText('All people');
    expect(router.state.location.pathname).toBe('/admin/people');
    expect(screen.queryByText(t('account.not.found'))).toBeNull();
    const body = sent.find(({ path }) => path === '/api/accounts/delete')?.body;
    expect(body).toEqual({ id: 2, links_to: linksTo });
  },
);

test('the logins of an account go from its page when it is disabled', async () => {
  const login = {
    id: 'one',
    is_this: 0,
    way: 'password',
    browser: 'Chrome',
    system: 'Linux',
    network: '127.0.0.0/24',
    created_at: 1,
    seen_at: 1,
    expires_at: 2,
  };
  const answers = {
    '/api/accounts': { data: [mia, liwei] },
    '/api/get/appinfo': info,
    '/api/sessions': { data: [login] },
    '/api/accounts/disable': { data: null },
  };
  answerCalls(answers);
  const { user } = open();
  const device = await screen.findByText('Chrome, Linux');
  await user.click(await findButton(t('people.disable')));
  answers['/api/sessions'] = { data: [] };
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: t('people.disable') }));
  await waitFor(() => expect(device.isConnected).toBe(false));
});
