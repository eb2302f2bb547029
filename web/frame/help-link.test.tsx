import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { screen } from '@testing-library/react';
import { expect, test } from 'bun:test';
import { guideChapters } from '../../contracts/guide.constants.ts';
import { show } from '../../tests/support/components/render.tsx';
import { texts as en } from '../docs/guide/locales/en.ts';
import { texts as zh } from '../docs/guide/locales/zh.ts';
import { HelpLink } from './help-link.tsx';

const Help = () => <HelpLink />;

test.each([
  ['/admin/list', 'links'],
  ['/admin/many', 'links'],
  ['/admin/tags', 'links'],
  ['/admin/whatever', 'links'],
  ['/admin/bin', 'bin'],
  ['/admin/stats', 'statistics'],
  ['/admin/links/sale', 'statistics'],
  ['/admin/links/sale/settings', 'link'],
  ['/admin/links/sale/history', 'link'],
  ['/admin/migration', 'import'],
  ['/admin/setting', 'settings'],
  ['/admin/domains', 'domains'],
  ['/admin/token', 'api'],
  ['/admin/account', 'account'],
])('the question mark of %s opens the chapter %s', async (path, chapter) => {
  const rootRoute = createRootRoute({ component: Help, notFoundComponent: Help });
  const history = createMemoryHistory({ initialEntries: [path] });
  show(<RouterProvider router={createRouter({ routeTree: rootRoute, history })} />);
  const link = await screen.findByRole('link', { name: 'Help for this page' });
  expect(link.getAttribute('href')).toBe(`/docs/guide/${chapter}`);
});

test('both languages have the same parts in each chapter', () => {
  for (const chapter of guideChapters) {
    const [english, chinese] = [en, zh].map((texts) =>
      texts[`guide.${chapter}.text`].split('\n').map((line) => line.startsWith('- ')),
    );
    expect([chapter, chinese]).toEqual([chapter, english]);
  }
});

test('the question mark of the demanded second factor opens its chapter on every path', async () => {
  const rootRoute = createRootRoute({ component: () => <HelpLink chapter="account" /> });
  const history = createMemoryHistory({ initialEntries: ['/'] });
  show(<RouterProvider router={createRouter({ routeTree: rootRoute, history })} />);
  const link = await screen.findByRole('link', { name: 'Help for this page' });
  expect(link.getAttribute('href')).toBe('/docs/guide/account');
});
