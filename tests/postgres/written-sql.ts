import { parseSync, Visitor, type ESTree } from 'vite';

/** SQL in a source file. A statement that runs it has all parts, in this order if they are text. */
export interface WrittenSql {
  readonly at: string;
  readonly parts: readonly string[];
  readonly isOrdered: boolean;
}

/** The words that Kysely writes for the methods that begin a query. */
const roots: Readonly<Record<string, string>> = {
  selectFrom: 'from ',
  insertInto: 'insert into ',
  updateTable: 'update ',
  deleteFrom: 'delete from ',
};
/** Methods whose first argument is a column or a table. */
const named = new Set([
  'where',
  'orderBy',
  'groupBy',
  'innerJoin',
  'leftJoin',
  'returning',
  'select',
  'column',
  'columns',
]);
const BEGINNING =
  /^\s*(?:(?:select|insert into|update|delete from|replace into)\s|with\s+\w+(?:\s*\([^)]*\))?\s+as\b)/;

/** Writes SQL as PostgreSQL records it: without quotes, literals, parameters and line breaks. */
export function normalizeSql(text: string): string {
  return text
    .replaceAll('"', '')
    .replaceAll(/--[^\n]*/g, ' ')
    .replaceAll(/'(?:[^']|'')*'|\$\d+|\b(?:\d[\d_]*|true|false|null|epoch)\b/gi, '?')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([(),]) ?/g, '$1')
    .trim()
    .toLowerCase();
}

/** The SQL of a file. `hasStrings`: plain texts are SQL, too. */
export function readWrittenSql(path: string, text: string, hasStrings = true): WrittenSql[] {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`);
  const found: WrittenSql[] = [];
  let ofSqlite = { start: 0, end: 0 };
  const add = (start: number, parts: readonly string[], isOrdered: boolean): void => {
    if (start >= ofSqlite.start && start < ofSqlite.end) return;
    const at = `${path}:${text.slice(0, start).split('\n').length}`;
    const kept = parts.filter((part) => part.length > 2);
    if (kept.length > 0) found.push({ at, parts: kept, isOrdered });
  };
  const addTemplate = ({ start, quasis }: ESTree.TemplateLiteral): void =>
    add(
      start,
      quasis.map(({ value }) => normalizeSql(value.cooked ?? value.raw)),
      true,
    );
  const tagged = new Set<ESTree.Node>();
  const inner = new Set<ESTree.Node>();
  new Visitor({
    VariableDeclarator(node) {
      if (node.id.type === 'Identifier' && node.id.name.startsWith('sqlite')) ofSqlite = node;
    },
    TaggedTemplateExpression({ tag, quasi }) {
      tagged.add(quasi);
      if (tag.type === 'Identifier' && tag.name === 'sql') addTemplate(quasi);
    },
    TemplateLiteral(node) {
      if (!hasStrings || tagged.has(node)) return;
      if (BEGINNING.test(node.quasis[0]?.value.raw ?? '')) addTemplate(node);
    },
    Literal({ start, value }) {
      if (!hasStrings || typeof value !== 'string' || !BEGINNING.test(value)) return;
      add(start, [normalizeSql(value)], true);
    },
    CallExpression(node) {
      // The outermost call of a chain comes first.
      if (inner.has(node)) return;
      const parts: string[] = [];
      let isQuery = false;
      for (let call: ESTree.Expression = node; call.type === 'CallExpression';) {
        inner.add(call);
        if (call.callee.type !== 'MemberExpression') break;
        const { object, property } = call.callee as ESTree.StaticMemberExpression;
        const method = property.type === 'Identifier' ? property.name : '';
        parts.push(...describeCall(method, call.arguments));
        isQuery ||= Object.hasOwn(roots, method);
        call = object;
      }
      if (isQuery) add(node.start, parts, false);
    },
  }).visit(program);
  return found;
}

function describeCall(method: string, [first, second]: readonly ESTree.Argument[]): string[] {
  const names = readTexts(first);
  if (Object.hasOwn(roots, method)) return names.map((name) => `${roots[method]}${name}`);
  if (method === 'set' && first?.type === 'ObjectExpression') return readKeys(first);
  if (!named.has(method)) return [];
  const operator = method === 'where' ? readTexts(second) : [];
  return names.map((name) => normalizeSql([name, ...operator].join(' ')));
}

/** The columns that an update sets. */
function readKeys({ properties }: ESTree.ObjectExpression): string[] {
  return properties.flatMap((property) =>
    property.type === 'Property' && property.key.type === 'Identifier'
      ? [`${property.key.name} = `]
      : [],
  );
}

/** The text of a literal, or the texts of a list. */
function readTexts(argument: ESTree.Argument | undefined): string[] {
  if (argument?.type === 'Literal' && typeof argument.value === 'string') return [argument.value];
  if (argument?.type !== 'ArrayExpression') return [];
  return argument.elements.flatMap((element) => readTexts(element as ESTree.Argument));
}
