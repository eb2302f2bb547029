import { useSyncExternalStore } from 'react';
import { localValues } from '../storage.ts';
import { snippetLanguages, type SnippetLanguage } from './snippets.ts';

const STORED = 'docs_language';
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(): SnippetLanguage {
  const stored = localValues.get(STORED);
  return snippetLanguages.find(({ name }) => name === stored)?.name ?? 'curl';
}

export function chooseSnippetLanguage(language: SnippetLanguage) {
  localValues.set(STORED, language);
  for (const listener of listeners) listener();
}

/** The programming language of all examples. The browser remembers it. */
export function useSnippetLanguage(): SnippetLanguage {
  return useSyncExternalStore(subscribe, read);
}
