/** Props of the control that has the focus when its dialog opens. */
export const initialFocus = { 'data-start': true };
