import { expect, test } from 'bun:test';
import { writeAnswer, type Answer } from './formats.ts';

const answer: Answer = {
  status: 404,
  members: { keyword: 'a', about: { title: 'A & <b>\0 "😀"' }, clicks: 3 },
  simple: 'not found',
};

async function write(fields: Readonly<Record<string, unknown>>): Promise<[number, string, string]> {
  const response = writeAnswer(answer, fields);
  return [response.status, response.headers.get('content-type')!, await response.text()];
}

const xml =
  '<?xml version="1.0" encoding="UTF-8"?>\n<root><keyword>a</keyword><about><title>A &amp; &lt;b&gt; &quot;😀&quot;</title></about><clicks>3</clicks></root>';
const json = JSON.stringify(answer.members);

test.each([
  [{}, 'application/xml', xml],
  [{ format: '' }, 'application/xml', xml],
  [{ format: 'xml', callback: '?' }, 'application/xml', xml],
  [{ format: 'json' }, 'application/json', json],
  [
    { format: 'json', callback: 'x' },
    'application/json',
    JSON.stringify({ ...answer.members, callback: 'x' }),
  ],
  [{ format: 'jsonp', callback: 'a.b' }, 'application/javascript', `a.b(${json})`],
  [{ format: 'jsonp', jsonp: '$' }, 'application/javascript', `$(${json})`],
  [{ format: 'jsonp' }, 'application/javascript', `(${json})`],
  [{ format: 'simple' }, 'text/plain', 'not found'],
  [{ format: 'JSON' }, 'text/plain', 'not found'],
  [{ format: 'toString' }, 'text/plain', 'not found'],
  [{ format: ['json'] }, 'text/plain', 'not found'],
])('the format of %j', async (fields, type, body) => {
  expect(await write(fields)).toEqual([404, `${type}; charset=utf-8`, body]);
});

test.each([['alert(1)'], ['a\\u0062'], ['x'.repeat(101)], [['a']]])(
  'a callback cannot be %j',
  async (callback) => {
    for (const format of ['json', 'jsonp']) {
      const [status, type, body] = await write({ format, callback });
      expect([status, type]).toEqual([400, 'application/json; charset=utf-8']);
      expect(JSON.parse(body)).toEqual({
        errorCode: '400',
        error: 'Invalid callback parameter',
      });
    }
  },
);

test('the lines of a script do not end within a text', async () => {
  const members = { title: 'a\u2028b\u2029' };
  const response = writeAnswer({ status: 200, members, simple: '' }, { format: 'jsonp' });
  expect(await response.text()).toBe(String.raw`({"title":"a\u2028b\u2029"})`);
});
