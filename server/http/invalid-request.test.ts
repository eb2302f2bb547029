import { expect, test } from 'bun:test';
import { createLink, deleteLinks, listLinks } from '../../contracts/links/links.ts';
import type { Route } from '../../contracts/route.ts';
import { InvalidRequest, parseWith } from './invalid-request.ts';

function explain({ request }: Route, fields: object): readonly string[] {
  try {
    parseWith(request, fields);
    return [];
  } catch (error) {
    if (!(error instanceof InvalidRequest)) throw error;
    return error.issues.map(({ field, reason }) => `${field}: ${reason}`);
  }
}

const long_url = 'https://example.com/';
const share = { target: long_url, weight: 1 };

test.each<[Route, object, string]>([
  [createLink, { max_clicks: 2e9 }, 'max_clicks: Too big: expected number to be <=1000000000'],
  [createLink, { max_clicks: 'many' }, 'max_clicks: A whole number from 0 to 1000000000'],
  [createLink, { max_clicks: '9'.repeat(20) }, 'max_clicks: A whole number from 0 to 1000000000'],
  [createLink, { ttl_days: 'x' }, 'ttl_days: A whole number from 0 to 36500'],
  [
    createLink,
    { tags: Array.from({ length: 21 }, (_, at) => `t${at}`) },
    'tags: Too big: expected array to have <=20 items',
  ],
  [
    createLink,
    { rules: [{ when: {}, split: Array.from({ length: 17 }, () => share) }] },
    'rules.0.split: Too big: expected array to have <=16 items',
  ],
  [createLink, { rules: [{ when: {} }] }, 'rules.0: A rule has when, and target or split'],
  [
    createLink,
    { rules: [{ when: { query: {} }, target: long_url }] },
    'rules.0.when.query: At least one parameter',
  ],
  [
    deleteLinks,
    { ids: Array.from({ length: 1001 }, (_, at) => at + 1) },
    'ids: Too big: expected array to have <=1000 items',
  ],
  [listLinks, { limit: 'x' }, 'limit: A whole number of at least 1'],
])('what exceeds a limit of a call hears the limit: %#', (route, fields, reason) => {
  const given = route === createLink ? { long_url, ...fields } : fields;
  expect(explain(route, given)).toEqual([reason]);
});
