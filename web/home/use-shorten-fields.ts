import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useStoredFields } from '../form/stored-fields.ts';
import { sessionValues } from '../storage.ts';
import { t } from '../language.ts';
import { findTypedCodeFault } from '../links/form/faults.ts';
import { findUrlFault } from '../urls/typed-url.ts';

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

const DRAFT = 'home_draft';

/** Keeps a long URL while the user visits the login page. */
export function storeDraft(url: string) {
  sessionValues.set(DRAFT, url);
}

function readDraft(): string {
  return sessionValues.get(DRAFT) ?? '';
}

export function removeDraft() {
  sessionValues.remove(DRAFT);
}

/** The error in a long URL; null: none. */
export function explainUrl(url: string): string | null {
  const fault = findUrlFault(url);
  if (fault === null) return null;
  return t(fault === 'url.empty' ? 'home.url.empty' : fault);
}

/** The error in a code; null: none. */
export function explainCode(code: string): string | null {
  const fault = findTypedCodeFault(code);
  return fault === null ? null : t(fault);
}
