import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';

const PACKAGE = '@tabler/icons-react';
export const DRAWINGS = 'web/ui/icons.json';
const IMPORTS = /import \{([^}]*)\} from '@tabler\/icons-react'/g;

type Drawings = Readonly<Record<string, string>>;

/** Makes a module of each icon, without the package: checks and tests need it, with 17,842 files. */
export function tablerIcons(root: string): Plugin {
  const drawings = JSON.parse(readFileSync(join(root, DRAWINGS), 'utf8')) as Drawings;
  const lines = Object.keys(drawings).map(
    (name) => `export { default as ${name} } from '${PACKAGE}/${name}';`,
  );
  const modules = new Map([[`\0${PACKAGE}`, lines.join('\n')]]);
  for (const [name, path] of Object.entries(drawings)) {
    const code = `import { createIcon } from '${resolve(root, 'web/ui/create-icon.tsx')}';
      export default /* @__PURE__ */ createIcon('${path}', ${name.endsWith('Filled')});`;
    modules.set(`\0${PACKAGE}/${name}`, code);
  }
  return {
    name: 'tabler-icons',
    enforce: 'pre',
    resolveId: (id) => (modules.has(`\0${id}`) ? `\0${id}` : null),
    load(id) {
      const code = modules.get(id);
      return code === undefined ? null : { code, moduleSideEffects: false };
    },
  };
}

/** Reads the paths of all icons that `web` imports. */
export async function readDrawings(): Promise<Drawings> {
  const texts = globSync('web/**/*.{ts,tsx}').map((file) => readFileSync(file, 'utf8'));
  const names = texts
    .flatMap((text) => [...text.matchAll(IMPORTS)].flatMap(([, list]) => list!.split(',')))
    .map((name) => name.trim())
    .filter((name) => /^Icon[A-Z]/.test(name));
  const drawn = [...new Set(names)].sort().map(async (name) => [name, await readPath(name)]);
  return Object.fromEntries(await Promise.all(drawn)) as Drawings;
}

async function readPath(name: string): Promise<string> {
  const file = resolve('node_modules', PACKAGE, `dist/esm/icons/${name}.mjs`);
  const { __iconNode: nodes } = (await import(file)) as {
    readonly __iconNode: readonly (readonly [string, { readonly d: string }])[];
  };
  if (nodes.some(([tag]) => tag !== 'path')) throw new Error(`${name} has more than paths`);
  return nodes.map(([, { d }]) => d.replace(/^m/, 'M')).join('');
}

if (import.meta.main) {
  writeFileSync(DRAWINGS, `${JSON.stringify(await readDrawings(), null, 2)}\n`);
}
