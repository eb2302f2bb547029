import type { Feature } from '../feature.ts';
import { ImportProcess, type ImportProcessOptions } from './import-process.ts';
import { importRoutes } from './import.routes.ts';

export function openImports(options: ImportProcessOptions): Feature {
  const imports = new ImportProcess(options);
  return {
    routes: importRoutes(imports),
    close: () => imports.close(),
    kill: () => imports.kill(),
  };
}
