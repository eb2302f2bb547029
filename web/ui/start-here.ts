/** Props of the control that has the focus when its dialog opens. */
export const startHere = { 'data-start': true };
