import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { describeProblem, listProblems } from '../../../server/faces/v1/problems.ts';
import { Problem } from '../../../server/http/problem.ts';
import { runShell } from '../../support/project/run-shell.ts';
import { V1Site } from './v1-steps.ts';

const page = readFileSync('docs/api-v1.md', 'utf8');
const examples = [...page.matchAll(/```sh\n(curl .+?)```/gs)].map(([, text]) => text!);

test('each example of the page for programs works', async () => {
  expect(examples.length).toBeGreaterThan(3);
  await using v1 = await V1Site.open();
  const statuses: string[] = [];
  for (const example of examples) {
    const command = example
      .replaceAll('https://go.example.com/', v1.site.url)
      .replaceAll('sk-…', v1.token)
      .replace('curl ', 'curl -s -o /dev/null -w "%{http_code}" ');
    const { output } = await runShell(command, ['curl']);
    statuses.push(output);
  }
  expect(statuses).toEqual(['201', '200', '200', '201']);
});

test('the page for programs has the status of each problem', () => {
  const described = new Map<string, string>();
  for (const [, names = '', status = ''] of page.matchAll(/^\| (`[a-z].*?) \| (\d{3}) \|$/gm)) {
    for (const [, name = ''] of names.matchAll(/`([a-z-]+)`/g)) described.set(name, status);
  }
  const request = new Request('http://localhost/api/v1/links');
  const known = listProblems().map((name) => {
    const { type, status } = describeProblem({ request, error: new Problem(name) });
    return [type.replace('urn:brisk:problem:', ''), String(status)] as const;
  });
  expect(Object.fromEntries(described)).toEqual(Object.fromEntries(known));
});
