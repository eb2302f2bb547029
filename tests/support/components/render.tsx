import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import axe from 'axe-core';
import { expect, test } from 'bun:test';
import type { ReactNode } from 'react';
import { queryClient } from '../../../web/queries.ts';
import { resolveCssVariables, theme } from '../../../web/theme.ts';
import { Toasts } from '../../../web/toasts.tsx';
import { languages, showLanguage } from './languages.ts';

/** Shows a component as the page does, with theme, queries and toasts. Returns its user. */
export function show(component: ReactNode): UserEvent {
  render(
    <MantineProvider theme={theme} cssVariablesResolver={resolveCssVariables} env="test">
      <QueryClientProvider client={queryClient}>
        <main>{component}</main>
        <Toasts />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return userEvent.setup();
}

/** Defines the first test of a component, in each language. `open` opens what is closed at first. */
export function testAccess(
  component: () => ReactNode,
  open: (user: UserEvent) => Promise<void> = async () => undefined,
) {
  test.each(languages)('axe finds nothing in %s', async (language) => {
    await showLanguage(language);
    await open(show(component()));
    await expectNoViolations();
  });
}

/** Expects that axe finds nothing. The browser tests check colors, which need a layout. */
async function expectNoViolations(): Promise<void> {
  const { violations } = await axe.run(document.body, {
    rules: { 'color-contrast': { enabled: false } },
  });
  const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
  expect(found).toEqual([]);
}
