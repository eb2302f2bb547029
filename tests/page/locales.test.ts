import { describe, expect, test } from 'bun:test';
import { globSync, readFileSync } from 'node:fs';
import { parseSync, Visitor, type ESTree } from 'vite';
import { messageKeys } from '../../contracts/envelope.ts';
import { dimensions } from '../../contracts/stats/stats.constants.ts';

type Texts = Readonly<Record<string, string>>;

/** A dynamic import, as the files refer to types with the DOM. */
async function readTexts(file: string): Promise<Texts> {
  const [texts, ...others] = Object.values(
    (await import(`../../${file}`)) as Record<string, Texts>,
  );
  expect(others).toEqual([]);
  return texts!;
}

const [en, zh] = [await readTexts('web/locales/en.ts'), await readTexts('web/locales/zh.ts')];

/** The files of each language that belong together. */
const pairs: readonly [name: string, english: Texts, chinese: Texts][] = [
  ['web/locales', en, zh],
  [
    'web/locales/admin',
    await readTexts('web/locales/admin-en.ts'),
    await readTexts('web/locales/admin-zh.ts'),
  ],
  [
    'web/links/bulk/locales',
    await readTexts('web/links/bulk/locales/en.ts'),
    await readTexts('web/links/bulk/locales/zh.ts'),
  ],
  [
    'web/links/many/locales',
    await readTexts('web/links/many/locales/en.ts'),
    await readTexts('web/links/many/locales/zh.ts'),
  ],
  [
    'web/tags/locales',
    await readTexts('web/tags/locales/en.ts'),
    await readTexts('web/tags/locales/zh.ts'),
  ],
  [
    'web/account/locales',
    await readTexts('web/account/locales/en.ts'),
    await readTexts('web/account/locales/zh.ts'),
  ],
  [
    'web/import/locales',
    await readTexts('web/import/locales/en.ts'),
    await readTexts('web/import/locales/zh.ts'),
  ],
  [
    'web/import/jobs/locales',
    await readTexts('web/import/jobs/locales/en.ts'),
    await readTexts('web/import/jobs/locales/zh.ts'),
  ],
  [
    'web/import/jobs/locales/sources',
    await readTexts('web/import/jobs/locales/sources-en.ts'),
    await readTexts('web/import/jobs/locales/sources-zh.ts'),
  ],
  [
    'web/site/locales',
    await readTexts('web/site/locales/en.ts'),
    await readTexts('web/site/locales/zh.ts'),
  ],
  [
    'web/account/sso/locales',
    await readTexts('web/account/sso/locales/en.ts'),
    await readTexts('web/account/sso/locales/zh.ts'),
  ],
  [
    'web/domains/locales',
    await readTexts('web/domains/locales/en.ts'),
    await readTexts('web/domains/locales/zh.ts'),
  ],
  [
    'web/audit/locales',
    await readTexts('web/audit/locales/en.ts'),
    await readTexts('web/audit/locales/zh.ts'),
  ],
  [
    'web/people/locales',
    await readTexts('web/people/locales/en.ts'),
    await readTexts('web/people/locales/zh.ts'),
  ],
  [
    'web/link/locales',
    await readTexts('web/link/locales/en.ts'),
    await readTexts('web/link/locales/zh.ts'),
  ],
  [
    'web/link/routing/locales',
    await readTexts('web/links/routing/locales/en.ts'),
    await readTexts('web/links/routing/locales/zh.ts'),
  ],
  [
    'web/locales/qr',
    await readTexts('web/locales/qr-en.ts'),
    await readTexts('web/locales/qr-zh.ts'),
  ],
  [
    'web/locales/stats',
    await readTexts('web/locales/stats-en.ts'),
    await readTexts('web/locales/stats-zh.ts'),
  ],
  [
    'web/docs/locales',
    await readTexts('web/docs/locales/en.ts'),
    await readTexts('web/docs/locales/zh.ts'),
  ],
  [
    'web/docs/guide/locales',
    await readTexts('web/docs/guide/locales/en.ts'),
    await readTexts('web/docs/guide/locales/zh.ts'),
  ],
];

test.each(['en', 'zh'])(
  'each list and filter of the statistics has its own name: %s',
  async (language) => {
    const texts = await readTexts(`web/locales/stats-${language}.ts`);
    const names = dimensions.map((dimension) => texts[`stats.${dimension}`]);
    expect(new Set(names).size).toBe(dimensions.length);
  },
);

/** English texts by key. */
const english: Texts = Object.assign({}, ...pairs.map(([, texts]) => texts));

/** A key as pages use it: the plural forms are one. */
function stemOf(key: string): string {
  return key.replace(/_(one|other)$/, '');
}

const keys = new Set(Object.keys(english).map(stemOf));

/** The placeholders of a text, sorted. */
function placesOf(text: string): string[] {
  return [...new Set(text.match(/\{\{\w+\}\}/g))].sort();
}

describe.each(pairs)('%s', (_, english, chinese) => {
  test('has the same keys in both languages', () => {
    // Chinese has one form for every number.
    const wanted = Object.keys(english).filter((key) => !key.endsWith('_one'));
    expect(Object.keys(chinese).sort()).toEqual(wanted.sort());
    const singular = Object.keys(english).filter((key) => key.endsWith('_one'));
    for (const key of singular) expect(Object.keys(english)).toContain(`${stemOf(key)}_other`);
  });

  test('has a text for every key, with the same placeholders', () => {
    for (const [key, text] of Object.entries(chinese)) {
      expect([key, text.trim()]).not.toEqual([key, '']);
      expect([key, placesOf(text)]).toEqual([key, placesOf(english[key]!)]);
    }
    for (const [key, text] of Object.entries(english)) {
      expect([key, text.trim()]).not.toEqual([key, '']);
    }
  });
});

test('every locale file is checked', () => {
  // The API document is English only.
  const translation = 'web/docs/locales/reference-';
  const files = globSync('web/**/locales/*.ts').filter((file) => !file.startsWith(translation));
  expect(files).toHaveLength(2 * pairs.length);
});

test('no key stands in two files', () => {
  const all = pairs.flatMap(([, english]) => Object.keys(english));
  expect(all.length).toBe(new Set(all).size);
});

test('every error code of the server has a sentence in both languages', () => {
  for (const key of messageKeys) {
    expect([key, key in en, key in zh]).toEqual([key, true, true]);
  }
});

/** A pattern for a text whose fragments surround values. */
function toPattern({ quasis }: ESTree.TemplateLiteral): RegExp {
  const parts = quasis.map(({ value }) => RegExp.escape(value.raw));
  return new RegExp(`^${parts.join('.+')}$`);
}

/** Attributes that are shown or read aloud. */
const SHOWN =
  /^(label|copyLabel|doneLabel|about|legend|button|placeholder|title|alt|description|help|text|error|lead|message|aria-(label|description|roledescription|valuetext|placeholder))$/;
const HAS_LETTERS = /\p{L}/u;
/** Words that are the same in every language: version signs, commands, addresses, tokens. */
const wordless: ReadonlySet<string> = new Set([
  'v',
  'brisk restore FILE',
  '/openapi.json',
  '/api/v1/openapi.json',
  'sk-…',
]);

interface Sources {
  readonly literals: Set<string>;
  readonly patterns: RegExp[];
  /** Arguments of `t` that are not keys. */
  readonly unknown: string[];
  /** Visible texts outside the locale files. */
  readonly untranslated: string[];
}

function createSources(): Sources {
  return { literals: new Set(), patterns: [], unknown: [], untranslated: [] };
}

function readSource(file: string, source: string, found: Sources): void {
  const { program, errors } = parseSync(file, source);
  expect([file, errors]).toEqual([file, []]);
  const note = (text: string): void => {
    const words = text.trim();
    if (HAS_LETTERS.test(words) && !wordless.has(words)) {
      found.untranslated.push(`${file}: ${words}`);
    }
  };
  /** Notes the texts of `a ? b : c`, `a && b`, `a ?? b`. */
  const noteShown = (shown: ESTree.Node | null): void => {
    if (shown === null) return;
    if (shown.type === 'Literal' && typeof shown.value === 'string') note(shown.value);
    if (shown.type === 'TemplateLiteral') for (const { value } of shown.quasis) note(value.raw);
    if (shown.type === 'JSXExpressionContainer') noteShown(shown.expression);
    if (shown.type === 'LogicalExpression') {
      noteShown(shown.left);
      noteShown(shown.right);
    }
    if (shown.type === 'ConditionalExpression') {
      noteShown(shown.consequent);
      noteShown(shown.alternate);
    }
  };
  new Visitor({
    Literal({ value }) {
      if (typeof value === 'string') found.literals.add(value);
    },
    TemplateLiteral(template) {
      // A template that begins with a value could mean any key.
      if (template.quasis[0]?.value.raw.includes('.')) found.patterns.push(toPattern(template));
    },
    CallExpression({ callee, arguments: [key, message] }) {
      if (callee.type !== 'Identifier') return;
      if (callee.name === 'toast') noteShown(message ?? null);
      if (callee.name !== 't' || key === undefined) return;
      if (key.type === 'TemplateLiteral') {
        const pattern = toPattern(key);
        if (![...keys].some((key) => pattern.test(key))) found.unknown.push(`${file}: ${pattern}`);
      }
      if (key.type !== 'Literal' || typeof key.value !== 'string') return;
      if (!keys.has(key.value)) found.unknown.push(`${file}: ${key.value}`);
    },
    JSXText({ value }) {
      note(value);
    },
    JSXElement({ children }) {
      for (const child of children) noteShown(child);
    },
    JSXFragment({ children }) {
      for (const child of children) noteShown(child);
    },
    JSXAttribute({ name, value }) {
      if (name.type === 'JSXIdentifier' && SHOWN.test(name.name)) noteShown(value);
    },
  }).visit(program);
}

describe('in the source of the page', () => {
  const found = createSources();
  const files = globSync('web/**/*.{ts,tsx}').filter(
    (file) => !/\/locales\/|\.test\.tsx$/.test(file),
  );
  for (const file of files) readSource(file, readFileSync(file, 'utf8'), found);

  test('every used key exists', () => {
    expect(files.length).toBeGreaterThan(100);
    expect(found.unknown).toEqual([]);
  });

  test('no visible text stands outside the locale files', () => {
    expect(found.untranslated).toEqual([]);
  });

  test('every key of the locale files is used', () => {
    const sent = new Set<string>(messageKeys);
    const unused = [...keys].filter(
      (key) =>
        !sent.has(key) &&
        !found.literals.has(key) &&
        !found.patterns.some((pattern) => pattern.test(key)),
    );
    expect(unused).toEqual([]);
  });

  test('an unknown key and a text outside the locale files are found', () => {
    const wrong = createSources();
    const source = `
      toast('error', 'Told');
      const page = <p title="Named" className="plain">
        Written {t('no.such.key')} {count > 1 ? 'many' : t(\`no.such.\${name}\`)} 1 · {name}
      </p>;`;
    readSource('wrong.tsx', source, wrong);
    expect(wrong.unknown).toHaveLength(2);
    expect(wrong.untranslated.map((line) => line.replace('wrong.tsx: ', ''))).toEqual([
      'Told',
      'many',
      'Named',
      'Written',
    ]);
  });
});
