import { PasswordInput, type PasswordInputProps } from '@mantine/core';

interface PasswordFieldProps extends Omit<PasswordInputProps, 'visibilityToggleButtonProps'> {
  /** What the button that shows and hides the password is called. */
  readonly toggleLabel: string;
}

/** A password whose button to show it is reached by keyboard, too. */
export function PasswordField({ toggleLabel, ...input }: PasswordFieldProps) {
  return (
    <PasswordInput
      {...input}
      visibilityToggleButtonProps={{ 'aria-label': toggleLabel, tabIndex: 0 }}
    />
  );
}
