import { screen } from '@testing-library/react';
import { expect, test } from 'bun:test';
import { answerCalls } from '../../tests/support/components/answers.ts';
import { languages, showLanguage } from '../../tests/support/components/languages.ts';
import { inRouter, show } from '../../tests/support/components/render.tsx';
import { t } from '../language.ts';
import { DomainItem } from './domain-item.tsx';
import type { AddedDomain } from './domains.api.ts';

const host = 'go.example';
const domain = { host, home_url: '', not_found_url: '', links: 0 };
const state = { http: 'reached', https: 'reached' };

function showAdded(loops: AddedDomain['loops'], total: number) {
  answerCalls({ '/api/domains/check': { data: state } });
  const added = { ...domain, loops, loops_total: total };
  show(
    inRouter(
      <DomainItem domain={domain} hosts={[host]} added={added} onDelete={() => undefined} />,
    ),
  );
}

test.each(languages)(
  'a domain that is added names the links that would lead to themselves: %s',
  async (language) => {
    await showLanguage(language);
    const codes = ['a', 'b', 'c', 'd', 'e', 'f'];
    showAdded(
      codes.map((short_url, id) => ({ id, short_url })),
      1200,
    );
    const values = { count: 1200, shown: '1,200', host, codes: 'a, b, c, d, e, …' };
    expect(await screen.findByText(t('domains.loops', values))).toBeTruthy();
  },
);

test('few such links are all named', async () => {
  showAdded([{ id: 1, short_url: 'a' }], 1);
  const values = { count: 1, shown: '1', host, codes: 'a' };
  expect(await screen.findByText(t('domains.loops', values))).toBeTruthy();
});

test('a domain without such links has no note', async () => {
  showAdded([], 0);
  await screen.findByRole('heading', { name: host });
  expect(document.querySelector('.domain-advice')).toBeNull();
});
