/** Props of a field for names and codes: the keyboard must not capitalize or correct them. */
export const plainInput = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false };

/** Props of a field for a URL. */
export const urlInput = {
  type: 'url',
  inputMode: 'url',
  autoComplete: 'off',
  autoCapitalize: 'none',
  spellCheck: false,
} as const;
