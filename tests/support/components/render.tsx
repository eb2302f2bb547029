import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, waitFor } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import axe from 'axe-core';
import { expect, test } from 'bun:test';
import type { ReactNode } from 'react';
import { queryClient } from '../../../web/queries.ts';
import { resolveCssVariables, theme } from '../../../web/look/theme.ts';
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

/** Wraps a component that navigates or links. Its router has no pages. */
export function inRouter(component: ReactNode): ReactNode {
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => component,
      notFoundComponent: () => component,
    }),
    history: createMemoryHistory({ initialEntries: [location.pathname] }),
  });
  return <RouterProvider router={router} />;
}

/** Finds a button by its name. In a large page, a search by role takes seconds. */
export function findButton(name: string): Promise<HTMLButtonElement> {
  return waitFor(() => {
    const found = [...document.querySelectorAll('button')].filter(
      (button) => (button.getAttribute('aria-label') ?? button.textContent) === name,
    );
    expect([name, found.length]).toEqual([name, 1]);
    return found[0]!;
  });
}

/** Replaces the text of a field at once. */
export async function fill(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.clear(field);
  if (text !== '') await user.paste(text);
}

/** Expects a sentence beside a field, which refers to it. */
export async function expectFieldError(field: HTMLElement, sentence: string): Promise<void> {
  await waitFor(() => {
    const ids = field.getAttribute('aria-describedby')?.split(' ') ?? [];
    const texts = ids.map((id) => document.getElementById(id)?.textContent);
    const shown = [field.getAttribute('aria-invalid'), texts.join('\n')];
    expect(shown).toEqual(['true', expect.stringContaining(sentence)]);
  });
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
