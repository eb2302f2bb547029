import { useEffect, useEffectEvent } from 'react';

/** Handles a paste while no field has the focus, before another element gets it. */
export function usePasteAnywhere(onPaste: (text: string) => void) {
  const handlePaste = useEffectEvent((event: ClipboardEvent) => {
    const { target } = event;
    const isTyped =
      target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null;
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (isTyped || text === '') return;
    event.preventDefault();
    onPaste(text);
  });
  useEffect(() => {
    const listen = (event: ClipboardEvent) => handlePaste(event);
    document.addEventListener('paste', listen);
    return () => document.removeEventListener('paste', listen);
  }, []);
}
