import { expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { folder, readRecording } from './recorded-file.ts';
import { describeAnswer, openClientSite, Placeholders, send, visit } from './recording.ts';

const clients = readdirSync(folder).map((file) => file.replace('.json', ''));

test.each(clients)('what %s sends is answered as it needs', async (client) => {
  const { protocol, steps } = readRecording(client);
  expect(steps.length).toBeGreaterThan(0);
  const { site, token } = await openClientSite(protocol);
  await using _ = site;
  const places = new Placeholders(site.url, token);
  for (const step of steps) {
    if ('visited' in step) {
      await visit(site, step);
      continue;
    }
    const { call, headers, body = '', ...expected } = step;
    const filled = { call: places.fill(call), body: places.fill(body) };
    const answer = await send(site.url, { ...filled, headers: places.fillHeaders(headers) });
    places.noteAnswer(answer.text);
    expect([call, describeAnswer(headers, answer)]).toMatchObject([call, expected]);
  }
});
