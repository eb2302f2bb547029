import {
  type ClipboardEvent as ReactClipboardEvent,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
} from 'react';
import { t } from '../language.ts';
import { completeUrl, findUrlFault, hasLines, readPastedUrl } from '../urls/typed-url.ts';
import { explainUrl, type ShortenFields } from './use-shorten-fields.ts';

/** Fills the long URL by a paste: into the field, by the button or anywhere on the page. */
export function usePastedUrl(fields: ShortenFields, isPending: boolean) {
  const { url, setUrl, setUrlError, beforePaste, setBeforePaste, urlInput, createButton } = fields;

  const refuseLines = () => {
    setUrlError(t('url.several'));
    urlInput.current?.focus();
  };

  const fill = (text: string) => {
    setBeforePaste(url);
    setUrl(completeUrl(text));
    setUrlError(null);
  };

  usePasteAnywhere((text) => {
    const completed = completeUrl(text);
    const fault = findUrlFault(completed);
    if (isPending) return;
    if (fault === null) {
      fill(completed);
      createButton.current?.focus();
    } else if (fault === 'url.several' && /^https?:/i.test(completed)) {
      refuseLines();
    }
  });

  return {
    pasteIntoField: (event: ReactClipboardEvent) => {
      const pasted = readPastedUrl(event.clipboardData.getData('text/plain'));
      if (pasted === null) {
        setBeforePaste(url);
        return;
      }
      event.preventDefault();
      if (findUrlFault(pasted) === null) fill(pasted);
      else refuseLines();
    },
    pasteByButton: (text: string) => {
      const completed = completeUrl(text);
      if (hasLines(completed)) {
        refuseLines();
        return;
      }
      fill(completed);
      const fault = explainUrl(completed);
      setUrlError(fault);
      (fault === null ? createButton : urlInput).current?.focus();
    },
    undoPaste: (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || beforePaste === null || isPending) return;
      setUrl(beforePaste);
      setBeforePaste(null);
      setUrlError(null);
      urlInput.current?.focus();
    },
  };
}

/** Handles a paste while no field has the focus. */
function usePasteAnywhere(onPaste: (text: string) => void) {
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
