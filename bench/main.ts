import { cpus, totalmem } from 'node:os';
import { measureAttacks } from './attacks.ts';
import { measureBodies } from './bodies.ts';
import { measureCalls, measureCreates, measureHop, measureLogins } from './calls.ts';
import { measureChecksum, measureDrain, measureRecovery } from './clicks.ts';
import { measureImportJob } from './import-job.ts';
import { measureBeside, measureImport, measureVisits } from './import.ts';
import { measureLighthouse } from './lighthouse.ts';
import { measureNodes } from './nodes.ts';
import { measureFirstVisits, measurePageSizes, measureRows, measureSelectAll } from './page.ts';
import { measureReach } from './reach.ts';
import {
  measureCold,
  measureCounting,
  measureRedirects,
  measureRules,
  measureWorkers,
} from './redirect.ts';
import { measureScale } from './scale.ts';
import { measureSearch } from './search.ts';
import { measureCleanClone, measureMemory, measureStart } from './start.ts';
import { measureStats } from './stats.ts';

/** The measurements of `docs/measured.md` by name; the command line selects some. */
const measurements: Readonly<Record<string, () => Promise<unknown>>> = {
  sizes: measurePageSizes,
  'first-visit': measureFirstVisits,
  lighthouse: measureLighthouse,
  'select-all': measureSelectAll,
  rows: measureRows,
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
  reach: measureReach,
  stats: measureStats,
  nodes: measureNodes,
  checksum: measureChecksum,
  import: measureImport,
  'import-job': measureImportJob,
  visits: measureVisits,
  creates: measureCreates,
  scale: measureScale,
  'clean-clone': measureCleanClone,
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
