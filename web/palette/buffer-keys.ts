/** How long a dialog may take to open, in milliseconds. */
const DIALOG_WAIT_MS = 5000;

/**
 * Buffers typed keys until a dialog of the next page opens, then types them into the focused field.
 * Users type faster than the page loads.
 */
export function bufferKeys() {
  let typed = '';
  const bufferKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') stop();
    const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!isText) return;
    typed += event.key;
    event.preventDefault();
    // On the list, single letters are shortcuts.
    event.stopPropagation();
  };
  const typeBuffered = ({ target }: FocusEvent) => {
    if (!(target instanceof Element) || target.closest('[role=dialog]') === null) return;
    stop();
    if (typed === '' || !(target instanceof HTMLInputElement)) return;
    // Unlike a set value, this fires the events of an input.
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
