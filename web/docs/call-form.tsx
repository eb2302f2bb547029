import { Box, Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { explainReason } from '../failure.ts';
import { toast } from '../toast.tsx';
import { isStream, type ApiCall } from './calls.ts';
import { CodeBlock } from './code-block.tsx';
import { t } from './docs-text.ts';
import { FieldRow } from './field-row.tsx';
import { toJson, type Field } from './fields.ts';
import { tryCall, type TriedAnswer } from './reference.api.ts';
import { writeSnippet, type ShownCall } from './snippets.ts';

interface CallFormProps {
  readonly call: ApiCall;
  readonly token: string;
}

/** The longest answer that the page shows, in characters. */
const SHOWN_MAX = 5000;

type Values = Readonly<Record<string, string>>;

function writePath({ path, fields }: ApiCall, values: Values): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    values[name] === undefined ? whole : encodeURIComponent(values[name]),
  );
  const query = fields.flatMap(({ name, place }) =>
    place === 'query' && values[name] !== undefined ? [[name, values[name]]] : [],
  );
  return query.length === 0 ? filled : `${filled}?${new URLSearchParams(query)}`;
}

function readJson(fields: readonly Field[], values: Values): object {
  const sent = fields.flatMap((field) => {
    const value = values[field.name];
    return field.place === 'body' && value !== undefined
      ? [[field.name, toJson(field, value)] as const]
      : [];
  });
  return Object.fromEntries(sent);
}

/** Indents JSON and cuts long answers: an export may have any length. */
function formatAnswer({ text }: TriedAnswer): string {
  let formatted = text;
  try {
    formatted = JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // Other files stay as they are.
  }
  return formatted.length > SHOWN_MAX ? `${formatted.slice(0, SHOWN_MAX)}…` : formatted;
}

/** Keeps the first 8 characters. The copied command holds the whole token. */
function maskToken(token: string): string {
  return token.length <= 8 ? token : `${token.slice(0, 8)}…`;
}

/** Sends a call with the reader's values. Shows the same call as a command below. */
export function CallForm({ call, token }: CallFormProps) {
  const [typed, setTyped] = useState<Values>({});
  const [file, setFile] = useState<File | null>(null);
  const trying = useMutation({ mutationFn: tryCall });
  const values = Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== ''));
  const [method] = call.methods;
  const path = writePath(call, values);
  const fileField = call.fields.find(({ kind }) => kind.is === 'file')?.name;
  const json = method === 'GET' ? null : readJson(call.fields, values);

  const shown = { method, path, token, body: showBody(fileField, file, json) };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Enter submits a form even when it has no button.
    if (isStream(call)) return;
    const files = new FormData();
    if (fileField !== undefined && file !== null) files.append(fileField, file);
    const body = json === null ? null : fileField === undefined ? { json } : { files };
    trying.mutate(
      { call, path, token, body },
      { onError: (error) => toast('error', explainReason(error, 'internal.error')) },
    );
  };

  return (
    <form className="docs-form" onSubmit={submit}>
      {call.fields.length === 0 && <p className="muted">{t('docs.fields.none')}</p>}
      {call.fields.map((field) => (
        <FieldRow
          key={field.name}
          field={field}
          value={typed[field.name] ?? ''}
          onChange={(value) => setTyped({ ...typed, [field.name]: value })}
          onFile={setFile}
        />
      ))}
      <CodeBlock
        label={`${call.summary}: ${t('docs.request')}`}
        code={writeSnippet('curl', { ...shown, token: maskToken(token) })}
        copied={writeSnippet('curl', shown)}
      />
      {!isStream(call) && (
        <Button type="submit" className="docs-send" disabled={trying.isPending}>
          {t(trying.isPending ? 'docs.sending' : 'docs.send')}
        </Button>
      )}
      <Box aria-live="polite" mt="1rem">
        {trying.data !== undefined && <Answer call={call} answer={trying.data} />}
      </Box>
    </form>
  );
}

/** The body as the command shows it. */
function showBody(
  fileField: string | undefined,
  file: File | null,
  json: object | null,
): ShownCall['body'] {
  if (fileField !== undefined) return { file: [fileField, file?.name ?? 'links.json'] };
  return json === null || Object.keys(json).length === 0 ? null : { json };
}

interface AnswerProps extends Pick<CallFormProps, 'call'> {
  readonly answer: TriedAnswer;
}

function Answer({ call, answer }: AnswerProps) {
  return (
    <>
      <p className="docs-response-status mono">
        {t('docs.response.status', { status: answer.status, ms: answer.ms })}
      </p>
      <CodeBlock label={`${call.summary}: ${t('docs.response')}`} code={formatAnswer(answer)} />
    </>
  );
}
