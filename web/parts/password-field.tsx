import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { t } from '../language.ts';

/** A password field. The keyboard reaches its button that shows the password. */
export function PasswordField(input: Omit<PasswordInputProps, 'visibilityToggleButtonProps'>) {
  return (
    <PasswordInput
      {...input}
      // Mantine marks the fields of other kinds only.
      aria-invalid={Boolean(input.error) || undefined}
      visibilityToggleButtonProps={{ 'aria-label': t('password.toggle'), tabIndex: 0 }}
    />
  );
}

/** A password manager stores a new password for this name. */
export function HiddenUsername({ name }: { readonly name: string }) {
  return (
    <input
      hidden
      readOnly
      aria-label={t('login.username')}
      name="username"
      autoComplete="username"
      value={name}
    />
  );
}
