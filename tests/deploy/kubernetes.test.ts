import { afterAll, describe, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import packageJson from '../../package.json' with { type: 'json' };
import { listSettings, readDeployFile } from '../support/project/deploy-files.ts';

/** The tested part of a manifest; the types of Kubernetes have the whole form. */
const manifest = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
});
const manifests = readDeployFile('kubernetes.yaml')
  .split(/^---$/m)
  .map((text) => manifest.parse(Bun.YAML.parse(text)));
const find = (kind: string) => manifests.find((each) => each.kind === kind)!;

// Inside the project, so that the compiler finds the packages.
mkdirSync('build', { recursive: true });
const directory = mkdtempSync(resolve('build/kubernetes-'));
afterAll(() => rmSync(directory, { recursive: true }));

/** The compiler's errors for manifests as values of the types of Kubernetes. */
function listFaults(values: typeof manifests): string {
  const source = values
    .map(({ apiVersion, ...value }, index) => {
      const path = apiVersion === 'v1' ? 'core/v1' : apiVersion.replace('.k8s.io', '');
      return `import type { ${value.kind} as Type${index} } from 'kubernetes-types/${path}';
export const value${index}: Type${index} = ${JSON.stringify({ apiVersion, ...value })};
`;
    })
    .join('');
  writeFileSync(join(directory, 'manifests.ts'), source);
  const config = { extends: resolve('tsconfig.base.json'), include: ['manifests.ts'] };
  writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify(config));
  const { stdout } = Bun.spawnSync(['node_modules/.bin/tsc', '-p', directory]);
  return stdout.toString();
}

describe('kubernetes.yaml', () => {
  test('fits the types of Kubernetes', () => {
    expect(manifests.length).toBeGreaterThan(4);
    expect(listFaults(manifests)).toBe('');
    const set = find('StatefulSet');
    expect(listFaults([{ ...set, spec: { replica: 1 } }])).toContain('replica');
  }, 300_000);

  test('sets only what the server reads', () => {
    const { data } = z.object({ data: z.record(z.string(), z.string()) }).parse(find('ConfigMap'));
    const names = [...Object.keys(data), 'DATABASE_URL'];
    expect(readDeployFile('kubernetes.yaml')).toContain('name: DATABASE_URL');
    expect(listSettings()).toEqual(expect.arrayContaining(names));
  });

  test('runs the image of this version, as the user of the image', () => {
    const text = readDeployFile('kubernetes.yaml');
    const [, version] = /image: ghcr\.io\/brisk-links\/brisk:(\S+)/.exec(text)!;
    expect(version).toBe(packageJson.version);
    const [, user] = /^USER (\d+):/m.exec(readDeployFile('Dockerfile'))!;
    for (const key of ['runAsUser', 'runAsGroup', 'fsGroup']) {
      expect(text).toContain(`${key}: ${user}`);
    }
  });

  test('every object selects the same pods', () => {
    const labels = [...readDeployFile('kubernetes.yaml').matchAll(/^ +app: (.+)$/gm)];
    expect(new Set(labels.map(([, name]) => name))).toEqual(new Set(['brisk']));
    expect(labels.length).toBe(4);
  });
});
