import { useEffect, useEffectEvent } from 'react';

/** Handles a paste while no field has the focus. */
export function usePasteAnywhere(onPaste: (text: string) => void) {
  const handlePaste = useEffectEvent((event: ClipboardEvent) => {
    const { target } = event;
    const isTyped =
      target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null;
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (isTyped || text === '') return;
    // `onPaste` moves the focus: the newly focused element must not get the text, too.
    event.preventDefault();
    onPaste(text);
  });
  useEffect(() => {
    const listen = (event: ClipboardEvent) => handlePaste(event);
    document.addEventListener('paste', listen);
    return () => document.removeEventListener('paste', listen);
  }, []);
}
