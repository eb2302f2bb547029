import { useEffect, useEffectEvent, type RefObject } from 'react';
import { flushSync } from 'react-dom';

/** Saves a form by Ctrl or Cmd with S or Enter, wherever the focus is. */
export function useSaveKey(form: RefObject<HTMLElement | null>, onSave: () => void) {
  const save = useEffectEvent(onSave);
  useEffect(() => {
    const saveByKey = (event: KeyboardEvent) => {
      const isSave = event.key === 'Enter' || event.key.toLowerCase() === 's';
      if (!(event.metaKey || event.ctrlKey) || !isSave) return;
      event.preventDefault();
      commitField(form.current);
      save();
    };
    window.addEventListener('keydown', saveByKey);
    return () => window.removeEventListener('keydown', saveByKey);
  }, [form]);
}

/** Blurs the focused field and focuses it again: it then completes its value. */
function commitField(form: HTMLElement | null) {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement) || !form?.contains(activeElement)) return;
  flushSync(() => activeElement.blur());
  activeElement.focus({ preventScroll: true });
}
