import type { ChangeEvent } from 'react';
import type { SettingsState } from './use-link-settings.ts';

type TextField = 'long_url' | 'title' | 'description' | 'note' | 'short_url';
type TextEvent = ChangeEvent<HTMLInputElement | HTMLTextAreaElement>;

/** Props of a text field in the settings of a link. */
export function toTextProps({ values, errors, set, leave }: SettingsState, name: TextField) {
  return {
    name,
    value: values[name],
    error: errors[name],
    autoComplete: 'off',
    onChange: ({ currentTarget: { value } }: TextEvent) => set({ [name]: value }),
    onBlur: () => leave(name),
  };
}
