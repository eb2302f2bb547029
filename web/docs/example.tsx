import { useId, useSyncExternalStore } from 'react';
import { CodeBlock } from './code-block.tsx';
import { t } from './docs-text.ts';
import {
  snippetLanguages,
  writeSnippet,
  type ShownCall,
  type SnippetLanguage,
} from './snippets.ts';
import { localValues } from '../storage.ts';

/** Shows a call as code, in the programming language that the reader chose. */
export function Example({ call, label }: { readonly call: ShownCall; readonly label: string }) {
  const chosen = useSnippetLanguage();
  const name = useId();
  return (
    <div className="docs-example">
      <fieldset className="docs-languages">
        <legend className="visually-hidden">{t('docs.language')}</legend>
        {snippetLanguages.map((language) => (
          <label key={language.name} className="docs-language">
            <input
              type="radio"
              className="visually-hidden"
              name={name}
              checked={language.name === chosen}
              onChange={() => chooseSnippetLanguage(language.name)}
            />
            <span>{language.label}</span>
          </label>
        ))}
      </fieldset>
      <CodeBlock label={label} code={writeSnippet(chosen, call)} />
    </div>
  );
}

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

function chooseSnippetLanguage(language: SnippetLanguage) {
  localValues.set(STORED, language);
  for (const listener of listeners) listener();
}

/** The programming language of all examples. The browser remembers it. */
function useSnippetLanguage(): SnippetLanguage {
  return useSyncExternalStore(subscribe, read);
}
