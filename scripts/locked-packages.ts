import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';

const FOLDER = 'build/packages';

interface LockedPackage {
  readonly version: string;
  readonly integrity: string;
}

/** The folder of a package: the installed one, or a fetched one, whose integrity it checks. */
export async function findLockedPackage(name: string): Promise<string> {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  const locked = lock.packages[`node_modules/${name}`];
  if (locked === undefined) throw new Error(`there is no package ${name} in package-lock.json`);
  const installed = join('node_modules', name);
  if (existsSync(installed) && readVersion(installed) === locked.version) return installed;
  const folder = join(FOLDER, `${name}@${locked.version}`.replace('/', '+'));
  if (!existsSync(folder)) await fetchPackage(name, locked, folder);
  return join(folder, 'package');
}

export function readVersion(folder: string): string {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    version: string;
  };
  return version;
}

async function fetchPackage(
  name: string,
  { version, integrity }: LockedPackage,
  folder: string,
): Promise<void> {
  const draft = `${folder}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  try {
    const npm = ['npm', 'pack', `${name}@${version}`, '--silent', '--pack-destination', draft];
    const { success, stdout, stderr } = Bun.spawnSync(npm);
    if (!success) throw new Error(`npm cannot fetch ${name}@${version}: ${stderr.toString()}`);
    const archive = join(draft, basename(stdout.toString().trim()));
    const bytes = readFileSync(archive);
    const hash = new Bun.CryptoHasher('sha512').update(bytes).digest('base64');
    if (`sha512-${hash}` !== integrity) {
      throw new Error(`${name}@${version} is not the package of package-lock.json`);
    }
    await new Bun.Archive(bytes).extract(draft);
    rmSync(archive);
    renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
