import { afterAll, describe, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { z } from 'zod';
import { readConfig } from '../../server/config.ts';
import {
  findFault,
  listBuildFiles,
  listSettings,
  PATH,
  readDeployFile,
  readStages,
} from '../support/project/deploy-files.ts';
import { TestProcess } from '../journeys/test-process.ts';

const directory = mkdtempSync(join(tmpdir(), 'brisk-containers-'));
afterAll(() => rmSync(directory, { recursive: true }));

/** Checks by docker itself, where it runs. */
function docker(...command: readonly string[]) {
  const canRun = Bun.which('docker') !== null && findFault(['docker', 'info'], directory) === '';
  const isThere = canRun && findFault(['docker', ...command, '--help'], directory) === '';
  const notRun = isThere ? '' : `: not run: it needs a running docker with ${command[0]}`;
  return { isThere, notRun };
}

describe('Dockerfile', () => {
  const [build = [], image = []] = readStages();
  const listOf = (stage: typeof image, wanted: string): string[] =>
    stage.flatMap(({ name, rest }) => (name === wanted ? [rest] : []));

  test('the image has the executable and nothing else, and runs it without privileges', () => {
    expect(readStages()).toHaveLength(2);
    expect(listOf(image, 'FROM')).toEqual([expect.stringMatching(/^[a-z]+:[a-z0-9.-]+$/)]);
    expect(listOf(image, 'COPY')).toEqual([
      '--from=build --chmod=0755 /brisk/dist/brisk-linux-*64 /usr/local/bin/brisk',
    ]);
    expect(listOf(image, 'USER')).toEqual([expect.stringMatching(/^[1-9]\d+:[1-9]\d+$/)]);
    const names = image.map(({ name }) => name);
    expect(names.lastIndexOf('RUN')).toBeLessThan(names.indexOf('USER'));
    expect(listOf(image, 'VOLUME')).toEqual(['/data']);
    expect(listOf(image, 'ENV')).toEqual(['DATA_DIR=/data']);
    expect(listOf(image, 'STOPSIGNAL')).toEqual(['SIGTERM']);
    expect(listOf(image, 'ENTRYPOINT')).toEqual(['["/usr/local/bin/brisk"]']);
  });

  // The suite `executable` runs the build steps.
  test('the image is built only from sources of the project', () => {
    expect(listOf(build, 'FROM')).toEqual([
      expect.stringMatching(/^--platform=\$BUILDPLATFORM node:\d+-\S+ AS build$/),
    ]);
    expect(listOf(build, 'COPY')).toEqual(['. .']);
    expect(listOf(build, 'WORKDIR')).toEqual(['/brisk']);
    for (const file of listBuildFiles()) expect([file, existsSync(file)]).toEqual([file, true]);
  });

  test('the build is sent each tsconfig.json that the one of the page names', () => {
    const { references } = JSON.parse(readFileSync('web/tsconfig.json', 'utf8')) as {
      references: { path: string }[];
    };
    const sent = listBuildFiles();
    for (const { path } of references) {
      const [folder = ''] = join('web', path).split('/');
      expect([path, sent.includes(folder)]).toEqual([path, true]);
    }
  });

  test('the linter reports nothing', () => {
    expect(validate(readDeployFile('Dockerfile'))).toEqual([]);
    expect(validate('FROM debian\nRUM true\n')).toHaveLength(1);
  });

  const asks = z.array(z.string()).nonempty();
  const health = asks.parse(JSON.parse(listOf(image, 'HEALTHCHECK')[0]!.split(' CMD ')[1]!));
  const ask = (port: number): Promise<number> =>
    Bun.spawn([...health], { env: { PATH, PORT: String(port) }, stderr: 'ignore' }).exited;

  test('the health check passes on a healthy server', async () => {
    await using site = await TestProcess.start(join(directory, 'site'));
    expect(await ask(site.port)).toBe(0);
  });

  test('the health check fails on an unhealthy or missing server', async () => {
    const server = Bun.serve({ port: 0, fetch: () => new Response('', { status: 503 }) });
    const port = server.port!;
    expect(await ask(port)).not.toBe(0);
    await server.stop(true);
    expect(await ask(port)).not.toBe(0);
  });

  const { isThere, notRun } = docker('buildx', 'build');
  test.skipIf(!isThere)(`docker accepts the file${notRun}`, () => {
    const command = ['docker', 'buildx', 'build', '--check', '-f', 'deploy/Dockerfile', '.'];
    expect(findFault(command, directory)).toBe('');
  });
});

const duration = z.string().regex(/^\d+(ms|s|m)$/);
const texts = z.array(z.string()).nonempty();
const condition = z.enum(['service_started', 'service_healthy']);

/** The used part of the Compose Specification; any other key is a mistake. */
const service = z.strictObject({
  image: z.string(),
  build: z.strictObject({ context: z.string(), dockerfile: z.string() }).optional(),
  profiles: texts,
  restart: z.enum(['no', 'always', 'on-failure', 'unless-stopped']),
  stop_grace_period: duration.optional(),
  read_only: z.boolean().optional(),
  tmpfs: z.string().optional(),
  cap_drop: texts.optional(),
  security_opt: texts.optional(),
  shm_size: z.string().optional(),
  environment: z.record(z.string(), z.string()),
  ports: z.array(z.string().regex(/^([\d.]+:)?\d+:\d+(\/udp)?$/)).optional(),
  volumes: z.array(z.string().regex(/^[./\w-]+:\/[/\w]+(:ro)?$/)),
  depends_on: z.record(z.string(), z.strictObject({ condition })).optional(),
  healthcheck: z
    .strictObject({ test: texts, interval: duration, timeout: duration, retries: z.int() })
    .optional(),
});
const ipam = z.strictObject({ config: z.tuple([z.strictObject({ subnet: z.cidrv4() })]) });
const composition = z.strictObject({
  name: z.string(),
  services: z.record(z.string(), service),
  networks: z.strictObject({ default: z.strictObject({ ipam }) }),
  volumes: z.record(z.string(), z.null()),
});

describe('compose.yaml', () => {
  const file = z
    .record(z.string(), z.unknown())
    .parse(Bun.YAML.parse(readDeployFile('compose.yaml')));
  const own = Object.entries(file).filter(([key]) => !key.startsWith('x-'));
  const { services, volumes, networks } = composition.parse(Object.fromEntries(own));

  test('names only files and services that exist', () => {
    const mounted = Object.values(services).flatMap((each) =>
      each.volumes.map((text) => text.split(':')[0]!),
    );
    const names = mounted.filter((name) => !name.startsWith('.'));
    expect(names.length).toBe(Object.keys(volumes).length);
    expect(new Set(names)).toEqual(new Set(Object.keys(volumes)));
    for (const name of mounted) {
      expect(name.startsWith('.') && !existsSync(join('deploy', name))).toBe(false);
    }
    for (const { build, depends_on: others = {}, profiles } of Object.values(services)) {
      if (build !== undefined) {
        expect(existsSync(join('deploy', build.context, build.dockerfile))).toBe(true);
      }
      for (const other of Object.keys(others)) expect(services[other]?.profiles).toEqual(profiles);
    }
  });

  test('each node reads its settings and trusts the proxy before it', () => {
    const nodes = Object.entries(services).filter(([, { build }]) => build !== undefined);
    expect(nodes.map(([name]) => name)).toEqual(['brisk', 'node1', 'node2']);
    const settings = listSettings();
    for (const [name, { environment }] of nodes) {
      expect(settings).toEqual(expect.arrayContaining(Object.keys(environment)));
      expect(environment['TRUSTED_PROXIES']).toBe(networks.default.ipam.config[0].subnet);
      const values = Object.entries(environment).map(([key, text]) => [
        key,
        text.replaceAll(/\$\{\w+:-(.*?)\}/g, '$1'),
      ]);
      const { databaseUrl } = readConfig(Object.fromEntries(values));
      expect(databaseUrl === null).toBe(name === 'brisk');
    }
  });

  const { isThere, notRun } = docker('compose', 'config');
  test.skipIf(!isThere).each(['one', 'nodes'])(
    `docker compose reads the profile %s${notRun}`,
    (profile) => {
      const command = ['docker', 'compose', '-f', 'deploy/compose.yaml', '--profile', profile];
      expect(findFault([...command, 'config', '--quiet'], directory)).toBe('');
    },
  );
});
