import { CodeBlock } from './code-block.tsx';
import { t } from './docs-text.ts';
import { WithCode } from './with-code.tsx';
import { type ReactNode, useId, useSyncExternalStore } from 'react';
import {
  snippetLanguages,
  writeSnippet,
  type ShownCall,
  type SnippetLanguage,
} from './snippets.ts';
import { localValues } from '../storage.ts';

const TOKEN = 'sk-YOUR_API_TOKEN';
const LONG_URL = 'https://example.com/a/long/page';

const codes = [400, 401, 403, 404, 405, 413, 429, 500, 507] as const;

function formatJson(answer: object): string {
  return JSON.stringify(answer, null, 2);
}

const created = {
  id: 1,
  short_url: 'page',
  long_url: LONG_URL,
  title: '',
  description: '',
  expires_at: 1_790_000_000,
};

const codeTakenError = {
  code: 400,
  msg: 'short.url.exists',
  data: {
    issues: [{ field: 'short_url', key: 'short.url.exists', reason: 'Another link has this code' }],
  },
};

interface ChapterProps {
  readonly name: 'start' | 'create' | 'list' | 'errors' | 'machine';
  readonly children: ReactNode;
}

function Chapter({ name, children }: ChapterProps) {
  return (
    <section id={name}>
      <h2>{t(`docs.${name}`)}</h2>
      {children}
    </section>
  );
}

function Paragraph({ text }: { readonly text: string }) {
  return (
    <p>
      <WithCode text={text} />
    </p>
  );
}

/** Explains what a reader needs before the first call, in that order. */
export function ApiGuide() {
  return (
    <>
      <StartSection />
      <CreateSection />
      <ListSection />
      <ErrorsSection />
      <MachineSection />
    </>
  );
}

function StartSection() {
  return (
    <Chapter name="start">
      <Paragraph text={t('docs.start.text')} />
      <CodeBlock label={t('docs.start.base')} code={location.origin} />
      <CodeBlock label={t('docs.start.header')} code={`Authorization: Bearer ${TOKEN}`} />
      <Paragraph text={t('docs.start.body')} />
    </Chapter>
  );
}

function CreateSection() {
  return (
    <Chapter name="create">
      <Paragraph text={t('docs.create.text')} />
      <Example
        label={t('docs.create')}
        call={{
          method: 'POST',
          path: '/api/shorten_url',
          token: TOKEN,
          body: { json: { long_url: LONG_URL, short_url: 'page', ttl_days: 30 } },
        }}
      />
      <h3>{t('docs.answer')}</h3>
      <CodeBlock
        label={`${t('docs.create')}: ${t('docs.answer')}`}
        code={formatJson({ code: 200, msg: 'success', data: created })}
      />
      <Paragraph text={t('docs.create.again')} />
    </Chapter>
  );
}

function ListSection() {
  return (
    <Chapter name="list">
      <Paragraph text={t('docs.list.text')} />
      <Example
        label={t('docs.list')}
        call={{ method: 'GET', path: '/api/urls?page=1&limit=100', token: TOKEN, body: null }}
      />
      <Paragraph text={t('docs.list.filter')} />
      <Example
        label={t('docs.list.filter.label')}
        call={{
          method: 'GET',
          path: '/api/urls?q=sale&tag=shop&state=live',
          token: TOKEN,
          body: null,
        }}
      />
      <Paragraph text={t('docs.list.search')} />
    </Chapter>
  );
}

function ErrorsSection() {
  return (
    <Chapter name="errors">
      <Paragraph text={t('docs.errors.text')} />
      <CodeBlock label={t('docs.errors')} code={formatJson(codeTakenError)} />
      <table className="docs-table">
        <thead>
          <tr>
            <th scope="col">{t('docs.errors.code')}</th>
            <th scope="col">{t('docs.errors.meaning')}</th>
          </tr>
        </thead>
        <tbody>
          {codes.map((code) => (
            <tr key={code}>
              <td className="mono">{code}</td>
              <td>
                <WithCode text={t(`docs.errors.${code}`)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Chapter>
  );
}

function MachineSection() {
  return (
    <Chapter name="machine">
      <p>
        {t('docs.machine.text')}{' '}
        <a href="/openapi.json" className="mono">
          /openapi.json
        </a>
      </p>
      <p>
        {t('docs.machine.v1')}{' '}
        <a href="/api/v1/openapi.json" className="mono">
          /api/v1/openapi.json
        </a>
      </p>
    </Chapter>
  );
}

/** Shows a call as code, in the programming language that the reader chose. */
function Example({ call, label }: { readonly call: ShownCall; readonly label: string }) {
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
