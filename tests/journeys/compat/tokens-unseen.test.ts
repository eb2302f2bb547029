import { expect, test } from 'bun:test';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createToken } from '../../../contracts/account.ts';
import { setOption } from '../../../contracts/site.ts';
import { SiteCaller } from '../../torture/site-caller.ts';
import { inDatabase } from '../people/people-steps.ts';
import { readStored } from '../stored-bytes.ts';
import { TestProcess } from '../test-process.ts';
import { createDataDir } from '../test-site.ts';
import { addressOf, listFaceCalls, placeToken, switchAll, type FaceCall } from './face-calls.ts';

const wrong = `sk-${'e'.repeat(32)}`;

/** Sends a token where the protocol has it, and in the query and the body of the same call. */
async function send(url: string, call: FaceCall, token: string): Promise<void> {
  const placed = placeToken(call, token);
  const ways = [placed, { query: { apikey: token, key: token, signature: token } }, {}];
  for (const { query, headers } of [...ways, { headers: { authorization: `Bearer ${token}` } }]) {
    const path = addressOf(call, query === undefined ? {} : { query });
    const body = new URLSearchParams({ apikey: token, key: token, signature: token });
    const hasBody = call.method !== 'GET';
    const response = await fetch(new URL(path, url), {
      method: call.method,
      redirect: 'manual',
      headers: { ...headers, referer: `https://example.org/?key=${token}` },
      ...(hasBody && { body }),
    });
    await response.body?.cancel();
  }
}

test('no log and no file has a token that a call of another protocol sent', async () => {
  const dataDir = createDataDir();
  const logFile = join(dataDir, 'log');
  let token = '';
  {
    const all = { LOG_LEVEL: 'trace' };
    await using server = await TestProcess.start(dataDir, all, undefined, logFile);
    const owner = new SiteCaller(server.url, await new SiteCaller(server.url).signIn());
    const calls = await inDatabase({ dataDir }, listFaceCalls);
    ({ token } = (await owner.call(createToken, {})).data as { token: string });
    for (const isOn of [0, 1] as const) {
      await owner.call(setOption, switchAll(isOn));
      for (const call of calls) {
        await send(server.url, call, token);
        await send(server.url, call, wrong);
      }
    }
    await server.end('SIGTERM');
  }
  expect(readFileSync(logFile, 'utf8')).toContain('setting.changed');
  const stored = await readStored(dataDir);
  expect([token, wrong].filter((secret) => stored.includes(secret))).toEqual([]);
  rmSync(dataDir, { recursive: true });
});
