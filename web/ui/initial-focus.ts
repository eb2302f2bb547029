/** Props of the control that takes the focus when its dialog opens. */
export const initialFocus = { 'data-start': true };
