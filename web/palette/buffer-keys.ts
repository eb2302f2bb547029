/** How long a dialog may take to open, in milliseconds. */
const DIALOG_WAIT_MS = 5000;

/**
 * Holds what is typed until a dialog of the next page opens, and types it into the field that has
 * the focus then. The page takes longer to load than the next key to come.
 */
export function bufferKeys() {
  let typed = '';
  const bufferKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') stop();
    const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!isText) return;
    typed += event.key;
    event.preventDefault();
    // On the list, single letters are commands.
    event.stopPropagation();
  };
  const typeBuffered = ({ target }: FocusEvent) => {
    if (!(target instanceof Element) || target.closest('[role=dialog]') === null) return;
    stop();
    if (typed === '' || !(target instanceof HTMLInputElement)) return;
    // Unlike a value that is set, this is an input to the form.
    queueMicrotask(() => document.execCommand('insertText', false, typed));
  };
  const stop = () => {
    clearTimeout(timer);
    document.removeEventListener('keydown', bufferKey, true);
    document.removeEventListener('focusin', typeBuffered);
  };
  const timer = setTimeout(stop, DIALOG_WAIT_MS);
  document.addEventListener('keydown', bufferKey, true);
  document.addEventListener('focusin', typeBuffered);
}
