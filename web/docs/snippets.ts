export const snippetLanguages = [
  { name: 'curl', label: 'curl' },
  { name: 'javascript', label: 'JavaScript' },
  { name: 'python', label: 'Python' },
] as const;

export type SnippetLanguage = (typeof snippetLanguages)[number]['name'];

export interface ShownCall {
  readonly method: string;
  /** Includes the query. */
  readonly path: string;
  /** Empty: the call sends no token. */
  readonly token: string;
  /** JSON fields, or a file as [field name, file name]. */
  readonly body: { readonly json: object } | { readonly file: readonly [string, string] } | null;
}

const writers: Readonly<Record<SnippetLanguage, (call: ShownCall) => string>> = {
  curl: writeCurl,
  javascript: writeJavaScript,
  python: writePython,
};

export function writeSnippet(language: SnippetLanguage, call: ShownCall): string {
  return writers[language](call);
}

/** Quotes a text for a shell: inside single quotes, only the quote itself is special. */
function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function writeCurl({ method, path, token, body }: ShownCall): string {
  const parts = [`curl ${quoteForShell(location.origin + path)}`];
  if (token !== '') parts.push(`-H ${quoteForShell(`Authorization: Bearer ${token}`)}`);
  if (body !== null && 'file' in body)
    parts.push(`-F ${quoteForShell(`${body.file[0]}=@${body.file[1]}`)}`);
  else if (body !== null) {
    parts.push(
      `-H 'Content-Type: application/json'`,
      `-d ${quoteForShell(JSON.stringify(body.json))}`,
    );
  } else if (method !== 'GET') parts.push(`-X ${method}`);
  return parts.join(' \\\n  ');
}

function indent(json: object, by: string): string {
  return JSON.stringify(json, null, 2).replaceAll('\n', `\n${by}`);
}

function writeJavaScript({ method, path, token, body }: ShownCall): string {
  const json = body !== null && 'json' in body ? body.json : null;
  const headers = [
    ...(token === '' ? [] : [`    Authorization: 'Bearer ${token}',`]),
    ...(json === null ? [] : [`    'Content-Type': 'application/json',`]),
  ];
  return [
    `const response = await fetch('${location.origin}${path}', {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length === 0 ? [] : ['  headers: {', ...headers, '  },']),
    ...(json === null ? [] : [`  body: JSON.stringify(${indent(json, '  ')}),`]),
    '});',
    'const { code, msg, data } = await response.json();',
    'if (code !== 200) throw new Error(msg);',
    'console.log(data);',
  ].join('\n');
}

function writePython({ method, path, token, body }: ShownCall): string {
  const json = body !== null && 'json' in body ? body.json : null;
  return [
    'import json',
    'from urllib.request import Request, urlopen',
    '',
    'request = Request(',
    `    "${location.origin}${path}",`,
    ...(json === null ? [] : [`    data=json.dumps(${indent(json, '    ')}).encode(),`]),
    '    headers={',
    ...(token === '' ? [] : [`        "Authorization": "Bearer ${token}",`]),
    ...(json === null ? [] : ['        "Content-Type": "application/json",']),
    '    },',
    `    method="${method}",`,
    ')',
    'answer = json.load(urlopen(request))',
    'if answer["code"] != 200:',
    '    raise RuntimeError(answer["msg"])',
    'print(answer["data"])',
  ].join('\n');
}
