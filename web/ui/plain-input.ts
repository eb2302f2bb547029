/** Props of a field for names and codes, which no keyboard should capitalise or mend. */
export const plainInput = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false };
