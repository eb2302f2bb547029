import { screen } from '@testing-library/react';
import { expect, test } from 'bun:test';
import { languages, showLanguage } from '../../tests/support/components/languages.ts';
import { show, testAccess } from '../../tests/support/components/render.tsx';
import { readView } from './stats-view.ts';
import { Totals } from './totals.tsx';

const none = { person: 0, scan: 0, preview: 0, bot: 0, visitors: 0 };
const some = { person: 6, scan: 2, preview: 4, bot: 3, visitors: 1 };

const totals = <Totals totals={some} before={{ ...none, preview: 2 }} view={readView({})} />;

testAccess(() => totals);

const words = {
  en: { none: 'No clicks in the previous 30 days', until: '2 in the previous 30 days, up to' },
  zh: { none: '前 30 天为 0', until: '前 30 天截至同一时刻：2' },
};

test.each(languages)('without clicks before, no arrow points up: %s', async (language) => {
  await showLanguage(language);
  show(totals);
  const changes = screen.getAllByText(words[language].none);
  expect(changes).toHaveLength(3);
  for (const change of changes) expect(change.querySelector('svg')).toBeNull();
  const preview = screen.getByTitle(new RegExp(words[language].until));
  expect(preview.querySelector('svg')).not.toBeNull();
});
