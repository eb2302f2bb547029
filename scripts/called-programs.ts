import { basename } from 'node:path';
import { parseSync, Visitor, type ESTree } from 'vite';

const RUNNERS = /^(spawn|spawnSync|which|execFile|execFileSync)$/;
const SHELL_RUNNERS = /^(exec|execSync)$/;
const SHELL_WORDS =
  /^(case|cd|do|done|elif|else|esac|eval|exec|exit|export|fi|for|if|read|set|shift|test|then|trap|umask|until|wait|while)$/;

export interface CalledProgram {
  /** Null when the name is not in the file. */
  readonly name: string | null;
  readonly line: number;
}

export type CommandTakers = ReadonlyMap<string, ReadonlySet<number>>;

/** The programs of a source. A shell text of another file must go through `tests/support/project/run-shell.ts`. */
export function findCalledPrograms(
  file: string,
  source: string,
  takers: CommandTakers,
): CalledProgram[] {
  const programs: CalledProgram[] = [];
  const { program } = parseSync(file, source);
  const texts = findTexts(program);
  const note = (word: string | null, { start }: { start: number }): void => {
    const name = word?.startsWith('/') === true ? basename(word) : word;
    if (isFromNpm(name)) return;
    programs.push({ name, line: source.slice(0, start).split('\n').length });
  };
  const noteShell = (node: ESTree.Node | null | undefined): void => {
    if (node === null || node === undefined) return;
    const text = readText(node) ?? (node.type === 'Identifier' ? texts.get(node.name) : undefined);
    if (text === undefined) note(null, node);
    else for (const name of listShellPrograms(text)) note(name, node);
  };
  const noteCommand = (node: ESTree.Node | null | undefined): void => {
    if (node?.type !== 'ArrayExpression') return;
    const name = headOf(node);
    if (name !== null) note(name, node);
  };
  new Visitor({
    ArrayExpression(node) {
      const [, option, text] = node.elements;
      if (headOf(node) !== 'sh' || option === null || option === undefined) return;
      if (readText(option) === '-c') noteShell(text);
    },
    CallExpression({ callee, arguments: args }) {
      const name = nameOf(callee);
      const [first] = args;
      if (SHELL_RUNNERS.test(name) && callee.type === 'Identifier') noteShell(first);
      if (RUNNERS.test(name)) {
        const word = first === undefined ? undefined : readText(first);
        if (word === undefined) noteCommand(first);
        else note(word, first!);
        // A command that another function completes.
        if (first?.type === 'CallExpression') first.arguments.forEach(noteCommand);
      }
      if (name === 'runShell') for (const word of wordsOf(args[1])) note(word, args[1]!);
      for (const at of takers.get(name) ?? []) noteCommand(args[at]);
    },
    Property({ key, value }) {
      if (key.type !== 'Identifier') return;
      if (key.name === 'tools') for (const word of wordsOf(value)) note(word, value);
      if (/^(cmd|command)$/.test(key.name)) {
        noteCommand(value.type === 'ArrowFunctionExpression' ? value.body : value);
      }
    },
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && /command$/i.test(id.name)) noteCommand(init);
    },
    TaggedTemplateExpression({ tag, quasi }) {
      if (nameOf(tag) === '$') noteShell(quasi);
    },
  }).visit(program);
  return programs;
}

/** Paths below the project are programs of packages. */
function isFromNpm(name: string | null): boolean {
  return name !== null && !/^[\w.+-]+$/.test(name);
}

/** The commands of a shell text, without the shell's own words. */
export function listShellPrograms(text: string): string[] {
  const plain = text
    .replaceAll(/(^|\s)#.*$/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .replaceAll(/\$\(\(.*?\)\)/g, '0');
  // Quoted texts are data, but double quotes may contain commands.
  const bare = plain.replaceAll(/'[^']*'/g, "''").replaceAll(/"(?:[^"\\$]|\\.|\$(?!\())*"/g, '""');
  const starts = bare.matchAll(
    /(?<=(?:^|[\n;|&(]|\b(?:do|then|else|if|while|until|exec)\s)\s*(?:[A-Za-z_]\w*=\S*\s+)*)[a-z][\w.+-]*(?=[\s;|&)]|$)/g,
  );
  return [...starts].map(([name]) => name).filter((name) => !SHELL_WORDS.test(name));
}

export function findCommandTakers(sources: ReadonlyMap<string, string>): CommandTakers {
  const takers = new Map<string, Set<number>>();
  const note = (name: string, params: readonly ESTree.Node[]): void => {
    const at = params.findIndex((param) => {
      const target = param.type === 'AssignmentPattern' ? param.left : param;
      return target.type === 'Identifier' && target.name === 'command';
    });
    if (at >= 0) takers.set(name, (takers.get(name) ?? new Set()).add(at));
  };
  const visitor = new Visitor({
    FunctionDeclaration({ id, params }) {
      if (id !== null) note(id.name, params);
    },
    MethodDefinition({ key, value }) {
      if (key.type === 'Identifier') note(key.name, value.params);
    },
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && init?.type === 'ArrowFunctionExpression') {
        note(id.name, init.params);
      }
    },
  });
  for (const [file, source] of sources) visitor.visit(parseSync(file, source).program);
  return takers;
}

function findTexts(program: ESTree.Program): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  new Visitor({
    VariableDeclarator({ id, init }) {
      const text = init === null ? undefined : readText(init);
      if (id.type === 'Identifier' && text !== undefined) texts.set(id.name, text);
    },
  }).visit(program);
  return texts;
}

function headOf({ elements: [head] }: ESTree.ArrayExpression): string | null {
  return head === null || head === undefined ? null : (readText(head) ?? null);
}

function wordsOf(node: ESTree.Node | undefined): string[] {
  if (node?.type !== 'ArrayExpression') return [];
  return node.elements.flatMap((element) => (element === null ? [] : (readText(element) ?? [])));
}

/** A text in the source. The values of a template become a placeholder word. */
function readText(node: ESTree.Node): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type !== 'TemplateLiteral') return undefined;
  const [first, ...rest] = node.quasis.map(({ value }) => value.cooked ?? value.raw);
  // A template that begins with a value begins with an unknown command.
  return first!.trim() === '' && rest.length > 0 ? undefined : [first, ...rest].join('X');
}

function nameOf(callee: ESTree.Node): string {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return '';
  return callee.property.name;
}
