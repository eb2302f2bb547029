import { screen } from '@testing-library/react';
import { expect, test } from 'bun:test';
import { useState, type FormEvent } from 'react';
import { show, testAccess } from '../../tests/support/components/render.tsx';
import { t } from '../language.ts';
import { SaveBar } from './save-bar.tsx';

/** A form with one field and the bar. */
function Form({ onSave }: { readonly onSave: (text: string) => void }) {
  const [text, setText] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSave(text);
  };
  return (
    <form onSubmit={submit}>
      <input aria-label="Name" value={text} onChange={({ target }) => setText(target.value)} />
      <SaveBar
        changed={text === '' ? null : t('settings.changed', { sections: 'Site' })}
        isSaving={false}
        onDiscard={() => setText('')}
      />
    </form>
  );
}

testAccess(
  () => <Form onSave={() => undefined} />,
  async (user) => {
    await user.type(screen.getByRole('textbox'), 'a');
  },
);

test('the buttons appear with a change, and a screen reader hears of it', async () => {
  const user = show(<Form onSave={() => undefined} />);
  expect(screen.queryByRole('button')).toBeNull();
  await user.type(screen.getByRole('textbox'), 'a');
  expect(screen.getByRole('status').textContent).toBe('Site changed');
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Discard changes',
    'Save changes',
  ]);
});

test('the keyboard saves what is typed', async () => {
  const saved: string[] = [];
  const user = show(<Form onSave={(text) => saved.push(text)} />);
  await user.type(screen.getByRole('textbox'), 'My site');
  await user.tab();
  await user.tab();
  await user.keyboard('{Enter}');
  expect(saved).toEqual(['My site']);
});

test('after Discard, the focus stays on the page', async () => {
  const user = show(<Form onSave={() => undefined} />);
  await user.type(screen.getByRole('textbox'), 'a');
  await user.click(screen.getByRole('button', { name: 'Discard changes' }));
  expect(screen.queryByRole('button')).toBeNull();
  expect(document.activeElement?.tagName).toBe('MAIN');
});
