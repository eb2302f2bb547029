import { goTo, type PageState } from './page-state.ts';

/** States of the bin, which has one link. */
export const binStates: readonly PageState[] = [
  {
    name: 'the bin with the longest texts',
    shows: ['web/links/bin/bin.page.tsx'],
    open: (at) => goTo(at, '/admin/bin', '.bin-code'),
  },
  {
    name: 'a search of the bin that finds nothing',
    shows: ['web/links/bin/bin.page.tsx'],
    open: (at) => goTo(at, '/admin/bin?keyword=qqq', '.notice'),
  },
  {
    name: 'the bin that cannot be loaded',
    shows: ['web/links/bin/bin.page.tsx'],
    logs: /status of 500/,
    open: async (at) => {
      await at.page.route('**/api/urls/deleted*', (route) =>
        route.fulfill({ status: 500, body: '' }),
      );
      await goTo(at, '/admin/bin', '.notice[role=alert]');
    },
  },
  {
    name: 'the question before a link is deleted for good',
    shows: ['web/links/bin/use-bin-actions.tsx'],
    open: async (at) => {
      await goTo(at, '/admin/bin', '.bin-code');
      await at.page.locator('.bin-actions button').last().click();
      await at.page.locator('[role=dialog] .confirm-content').waitFor();
    },
  },
];
