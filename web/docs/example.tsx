import { useId } from 'react';
import { CodeBlock } from './code-block.tsx';
import { t } from './docs-text.ts';
import { chooseSnippetLanguage, useSnippetLanguage } from './snippet-language.ts';
import { snippetLanguages, writeSnippet, type ShownCall } from './snippets.ts';

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
