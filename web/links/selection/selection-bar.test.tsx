import { screen } from '@testing-library/react';
import { expect, spyOn, test } from 'bun:test';
import { useState } from 'react';
import { showLanguage } from '../../../tests/support/components/languages.ts';
import { expectToast } from '../../../tests/support/components/failures.ts';
import { findButton, show, testAccess } from '../../../tests/support/components/render.tsx';
import * as saveFileModule from '../../ui/save-file.ts';
import { SelectionBar, type Progress } from './selection-bar.tsx';

let pressed: string[] = [];
const note = (name: string) => () => pressed.push(name);

function Bar({ progress = null }: { readonly progress?: Progress | null }) {
  const [count, setCount] = useState(3);
  return (
    <SelectionBar
      count={count}
      total={1200}
      progress={progress}
      onEdit={note('edit')}
      onPrint={note('print')}
      onStats={note('statistics')}
      exported={{ ids: [7], sort: 'created_at', order: 'desc' }}
      onDelete={note('delete')}
      onSelectAll={() => setCount(1200)}
      onClear={note('clear')}
    />
  );
}

testAccess(() => <Bar />);

test.each([
  ['en', '3 selected', 'Select all 1,200'],
  ['zh', '已选 3 条', '选择全部 1,200 条'],
] as const)('the bar counts in %s', async (language, selected, all) => {
  await showLanguage(language);
  show(<Bar />);
  expect(screen.getByText(selected)).toBeTruthy();
  expect(screen.getByRole('button', { name: all })).toBeTruthy();
});

test('the keyboard reaches every action', async () => {
  pressed = [];
  const user = show(<Bar />);
  for (let action = 0; action < 3; action++) {
    await user.tab();
    await user.keyboard('{Enter}');
  }
  await user.tab();
  expect(document.activeElement?.textContent).toBe('Export');
  await user.tab();
  await user.keyboard('{Enter}');
  expect(pressed).toEqual(['edit', 'print', 'statistics', 'delete']);
});

test('the selection is exported for Excel', async () => {
  const calls: string[] = [];
  const reply = async (path: string): Promise<Response> => {
    calls.push(path);
    const headers = { 'content-disposition': 'attachment; filename="links.csv"' };
    return new Response('a', { headers });
  };
  const spy = spyOn(globalThis, 'fetch').mockImplementation(reply as typeof fetch);
  const saving = spyOn(saveFileModule, 'saveFile').mockImplementation(() => undefined);
  const user = show(<Bar />);
  await user.click(await findButton('Export'));
  await user.click(await screen.findByRole('menuitem', { name: 'For Excel' }));
  await expectToast('Links exported');
  expect(calls).toEqual(['/api/export?ids=7&sort=created_at&order=desc&excel=1']);
  spy.mockRestore();
  saving.mockRestore();
});

test('Select all leaves the focus on the button that clears the selection', async () => {
  const user = show(<Bar />);
  await user.click(screen.getByRole('button', { name: 'Select all 1,200' }));
  expect(screen.getByText('1,200 selected')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Select all/ })).toBeNull();
  expect(document.activeElement?.textContent).toBe('Clear');
});

test('while an action runs, the bar shows its progress only', () => {
  show(<Bar progress={{ done: 1000, total: 1200 }} />);
  expect(screen.getByRole('status').textContent).toBe('1,000 of 1,200 links done…');
  expect(screen.queryByRole('button')).toBeNull();
});
