import { expect, test } from 'bun:test';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runShell } from '../../support/project/run-shell.ts';
import { admin } from '../test-site.ts';
import { ProtocolSite } from './protocol-site.ts';

const folder = join(import.meta.dir, '../../../docs');
const names = ['tokens.md', ...globSync('compat/*.md', { cwd: folder }).toSorted()];

/** Each command, with the page that has it. */
const examples = names.flatMap((name) =>
  [...readFileSync(join(folder, name), 'utf8').matchAll(/```sh\n(curl .+?)```/gs)].map(
    ([, text]) => [name, text!] as const,
  ),
);

test('each example of the pages for apps made for other shorteners works', async () => {
  expect(examples.length).toBeGreaterThan(8);
  await using protocol = await ProtocolSite.open(() => ({}));
  const { site, token } = protocol;
  for (const [name, example] of examples) {
    await protocol.switch({ bitly: 1, polr: 1, chhoto: 1, sink: 1 });
    const command = example
      .replaceAll('https://go.example.com/', site.url)
      .replaceAll('web-…', site.token)
      .replaceAll('TOKEN', token)
      .replace('"…"', JSON.stringify(admin.password))
      .replace('curl ', 'curl -s -w "\\n%{http_code}" ');
    const { output } = await runShell(command, ['curl']);
    expect([name, output]).toEqual([name, expect.stringMatching(/\n20[01]$/)]);
    expect(output).not.toContain('"code":4');
  }
});
