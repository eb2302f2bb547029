import { globSync, readFileSync } from 'node:fs';
import { parseSync, Visitor, type ESTree } from 'vite';

export interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly isTest: boolean;
}

export function readSourceFiles(): SourceFile[] {
  return globSync('{contracts,server,web,bench,scripts,tests}/**/*.{ts,tsx}')
    .filter((path) => !path.endsWith('.d.ts'))
    .map((path) => ({
      path,
      text: readFileSync(path, 'utf8'),
      isTest: path.startsWith('tests/') || /\.test\.tsx?$/.test(path),
    }));
}

export interface MeasuredFunction {
  /** The first line, from 1. */
  readonly line: number;
  readonly lines: number;
  /** Whether it is the body of a test. */
  readonly isTest: boolean;
}

export interface Measures {
  readonly lines: number;
  /** Lines with a comment. */
  readonly commentLines: number;
  /** All functions except the bodies of `describe`. */
  readonly functions: readonly MeasuredFunction[];
}

export function measureSource(path: string, text: string): Measures {
  const { program, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`);
  const lineAt = createLineFinder(text);
  const commentLines = new Set<number>();
  for (const { start, end } of comments) {
    for (let line = lineAt(start); line <= lineAt(end); line += 1) commentLines.add(line);
  }
  const functions: MeasuredFunction[] = [];
  const takers = new Map<ESTree.Node, string | null>();
  const add = (node: ESTree.Function | ESTree.ArrowFunctionExpression): void => {
    const taker = takers.get(node);
    if (taker === 'describe') return;
    const line = lineAt(node.start);
    functions.push({
      line,
      lines: lineAt(node.end) - line + 1,
      isTest: taker === 'test' || taker === 'testInAll',
    });
  };
  new Visitor({
    CallExpression({ callee, arguments: args }) {
      for (const arg of args) takers.set(arg, calledName(callee));
    },
    FunctionDeclaration: add,
    FunctionExpression: add,
    ArrowFunctionExpression: add,
  }).visit(program);
  return { lines: lineAt(text.length) - 1, commentLines: commentLines.size, functions };
}

/** The called function: `test` for `test(…)` and `test.each(…)(…)`. */
export function calledName(callee: ESTree.Expression): string | null {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type === 'CallExpression') return calledName(callee.callee);
  return callee.type === 'MemberExpression' ? calledName(callee.object) : null;
}

/** Returns a function that gives the line of an offset, from 1. */
function createLineFinder(text: string): (offset: number) => number {
  const starts = [...text.matchAll(/\n/g)].map(({ index }) => index + 1);
  return (offset) => {
    let [low, high] = [0, starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (starts[middle]! <= offset) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}
