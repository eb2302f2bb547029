import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseSync, Visitor } from 'vite';

export interface Arrow {
  readonly from: string;
  readonly to: string;
}

export function listSources(): string[] {
  return globSync('{contracts,server,web}/**/*.{ts,tsx}').filter(
    (file) => !/\.(test|config|d)\.tsx?$/.test(file),
  );
}

export function readImports(file: string): Arrow[] {
  return readArrows(file, readFileSync(file, 'utf8'));
}

/** The imports of a source text, also those of types alone, as paths from the root or bare names. */
export function readArrows(file: string, source: string): Arrow[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`);
  const paths = new Set<string>();
  const add = ({ source }: { readonly source: object | null }): void => {
    if (source !== null && 'value' in source) paths.add(String(source.value));
  };
  new Visitor({
    ImportDeclaration: add,
    ImportExpression: add,
    ExportAllDeclaration: add,
    ExportNamedDeclaration: add,
    TSImportType: add,
  }).visit(program);
  return [...paths].map((path) => ({
    from: file,
    to: path.startsWith('.') ? normalize(join(dirname(file), path)) : path,
  }));
}

/** A file that its own imports lead back to, with the files between; null = none. */
export function findRing(arrows: readonly Arrow[]): string[] | null {
  const imports = Map.groupBy(arrows, ({ from }) => from);
  const done = new Set<string>();
  const search = (file: string, path: readonly string[]): string[] | null => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return null;
    for (const { to } of imports.get(file) ?? []) {
      const ring = search(to, [...path, file]);
      if (ring !== null) return ring;
    }
    done.add(file);
    return null;
  };
  for (const file of imports.keys()) {
    const ring = search(file, []);
    if (ring !== null) return ring;
  }
  return null;
}
