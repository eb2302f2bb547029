import { screen } from '@testing-library/react';
import { expect, test } from 'bun:test';
import { show, testAccess } from '../../tests/support/components/render.tsx';
import { t } from '../language.ts';
import { PasswordField } from './password-field.tsx';

function Field({ error }: { readonly error?: string }) {
  return <PasswordField label={t('login.password')} error={error} />;
}

testAccess(() => <Field />);

test('the keyboard shows the password and hides it again', async () => {
  const user = show(<Field />);
  const field = screen.getByLabelText<HTMLInputElement>('Password');
  await user.type(field, 'correct horse');
  expect(field.type).toBe('password');
  await user.tab();
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Show or hide the password');
  await user.keyboard(' ');
  expect(field.type).toBe('text');
  await user.keyboard('{Enter}');
  expect(field.type).toBe('password');
  expect(field.value).toBe('correct horse');
});

test('the field refers to its error', () => {
  show(<Field error="Too short" />);
  const field = screen.getByLabelText('Password');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  const described = field.getAttribute('aria-describedby')!.split(' ');
  expect(described.map((id) => document.getElementById(id)?.textContent)).toContain('Too short');
});
