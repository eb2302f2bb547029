import { expect, test } from 'bun:test';
import { importRow, rowRules } from '../../tests/support/imported-link.ts';

test('an expiry of another calendar is listed with the value of the file', () => {
  const cuts: unknown[] = [];
  const onCut = (cut: unknown) => void cuts.push(cut);
  const row = { code: 'a', url: 'https://example.com/', expires_at: '2567-01-02' };
  importRow(row, { ...rowRules, onCut });
  const [former, present] = ['2567-01-02', '2567-01-02T00:00:00Z'];
  expect(cuts).toEqual([{ field: 'expires_at', former, present }]);
});
