import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useStoredFields } from '../form/stored-fields.ts';
import { readDraft } from './draft.ts';

interface Errors {
  readonly url: ReactNode;
  readonly code: ReactNode;
}

const noErrors: Errors = { url: null, code: null };

/** The fields of the form, their errors and their elements. */
export function useShortenFields() {
  const [url, setUrl] = useState(readDraft);
  const [code, setCode] = useState('');
  const [isAdvanced, setIsAdvanced] = useState(false);
  const [errors, setErrors] = useState(noErrors);
  /** The content of the field before the paste; null: no paste to undo. */
  const [beforePaste, setBeforePaste] = useState<string | null>(null);
  const urlInput = useRef<HTMLInputElement>(null);
  const createButton = useRef<HTMLButtonElement>(null);
  const codeInput = useRef<HTMLInputElement>(null);

  useEffect(() => urlInput.current?.focus(), []);

  useStoredFields('shorten', { url, code, isAdvanced }, (stored) => {
    setUrl(stored.url);
    setCode(stored.code);
    setIsAdvanced(stored.isAdvanced);
  });

  return {
    url,
    setUrl,
    code,
    setCode,
    isAdvanced,
    setIsAdvanced,
    beforePaste,
    setBeforePaste,
    errors,
    setErrors,
    setUrlError: (error: ReactNode) => setErrors((before) => ({ ...before, url: error })),
    setCodeError: (error: ReactNode) => setErrors((before) => ({ ...before, code: error })),
    urlInput,
    createButton,
    codeInput,
    clear: () => {
      setUrl('');
      setBeforePaste(null);
      setCode('');
      setIsAdvanced(false);
    },
  };
}

export type ShortenFields = ReturnType<typeof useShortenFields>;
