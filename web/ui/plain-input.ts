/** Props of a field for names and codes: the keyboard must not capitalize or correct them. */
export const plainInput = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false };
