import { screen } from '@testing-library/react';
import { expect, test } from 'bun:test';
import { languages, showLanguage } from '../../tests/support/components/languages.ts';
import { show, testAccess } from '../../tests/support/components/render.tsx';
import { FailedRows } from './failed-rows.tsx';
import type { FailedRow } from './import.api.ts';

const keys = [
  'invalid.short.url',
  'reserved.short.url',
  'short.url.exists',
  'error.link',
  'json.error',
  'domain.not.found',
  'link.protected',
] as const;
const rows: FailedRow[] = keys.map((key, index) => ({
  row: index + 1,
  short_url: `l${index}`,
  long_url: 'https://example.com/',
  key,
  reason: '',
}));

testAccess(() => <FailedRows rows={rows} />);

test.each(languages)('a failed row says what happened, not what to enter: %s', async (language) => {
  await showLanguage(language);
  show(<FailedRows rows={rows} />);
  const reasons = screen.getAllByRole('row').map((row) => row.lastElementChild!.textContent);
  expect(reasons).toHaveLength(1 + keys.length);
  for (const reason of reasons) expect(reason).not.toMatch(/[Pp]lease|Choose|Use |请/);
});
