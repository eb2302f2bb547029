export const initialFocus = { 'data-start': true };
