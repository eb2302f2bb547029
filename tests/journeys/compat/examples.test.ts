import { expect, test } from 'bun:test';
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { setOption } from '../../../contracts/site.ts';
import { runShell } from '../../support/project/run-shell.ts';
import { expectData } from '../people/people-steps.ts';
import { switchAll } from './face-calls.ts';
import { ProtocolSite } from './protocol-site.ts';

test('the example of each page on apps for other shorteners makes a link', async () => {
  await using protocol = await ProtocolSite.open(() => ({}));
  const { site, token } = protocol;
  await expectData(site, setOption, switchAll(1), site.token);
  const statuses: Record<string, string> = {};
  for (const path of globSync('docs/compat/*.md').toSorted()) {
    const [, example] = /```sh\n(curl .+?)```/s.exec(readFileSync(path, 'utf8')) ?? [];
    if (example === undefined) continue;
    const command = example
      .replaceAll('https://go.example.com/', site.url)
      .replaceAll('TOKEN', token)
      .replace('curl ', 'curl -s -o /dev/null -w "%{http_code}" ');
    const { output } = await runShell(command, ['curl']);
    statuses[basename(path, '.md')] = output;
  }
  expect(statuses).toEqual({
    bitly: '201',
    chhoto: '200',
    kutt: '201',
    polr: '200',
    shlink: '200',
    sink: '201',
    yourls: '200',
  });
});
