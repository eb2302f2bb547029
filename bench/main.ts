import { cpus, totalmem } from 'node:os';
import { measureAttacks } from './attacks.ts';
import { measureBeside } from './beside.ts';
import { measureBodies } from './bodies.ts';
import { measureCalls } from './calls.ts';
import { measureChecksum } from './checksum.ts';
import { measureCleanClone } from './clean-clone.ts';
import { measureCold } from './cold.ts';
import { measureCounting } from './counting.ts';
import { measureCreates } from './creates.ts';
import { measureDrain } from './drain.ts';
import { measureHop } from './hop.ts';
import { measureImport } from './import.ts';
import { measureLibraries } from './libraries.ts';
import { measureLogins } from './logins.ts';
import { measureMemory } from './memory.ts';
import { measureNodes } from './nodes.ts';
import { measurePageSizes } from './page-sizes.ts';
import { measureRecovery } from './recovery.ts';
import { measureRedirects } from './redirect.ts';
import { measureRules } from './rules.ts';
import { measureSearch } from './search.ts';
import { measureSelectAll } from './select-all.ts';
import { measureStart } from './start.ts';
import { measureStats } from './stats.ts';
import { measureWorkers } from './workers.ts';

/** The measurements of `docs/measured.md` by name; the command line selects some. */
const measurements: Readonly<Record<string, () => Promise<unknown>>> = {
  sizes: measurePageSizes,
  'select-all': measureSelectAll,
  start: measureStart,
  calls: measureCalls,
  hop: measureHop,
  redirect: measureRedirects,
  rules: measureRules,
  cold: measureCold,
  counting: measureCounting,
  drain: measureDrain,
  beside: measureBeside,
  bodies: measureBodies,
  attacks: measureAttacks,
  recovery: measureRecovery,
  logins: measureLogins,
  memory: measureMemory,
  workers: measureWorkers,
  search: measureSearch,
  stats: measureStats,
  nodes: measureNodes,
  checksum: measureChecksum,
  import: measureImport,
  creates: measureCreates,
  'clean-clone': measureCleanClone,
  libraries: measureLibraries,
};

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !Object.hasOwn(measurements, name));
if (unknown.length > 0) {
  console.error(
    `unknown measurement ${unknown.join(', ')}; choose from ${Object.keys(measurements).join(', ')}`,
  );
  process.exit(2);
}

const results: Record<string, unknown> = {
  machine: {
    cpu: cpus()[0]?.model.trim(),
    cores: cpus().length,
    memory_gib: Math.round(totalmem() / 2 ** 30),
    bun: Bun.version,
  },
};
for (const [name, measure] of Object.entries(measurements)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  console.error(`measuring ${name}...`);
  results[name] = await measure();
}
console.log(JSON.stringify(results, null, 2));
