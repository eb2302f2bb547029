import { A, B, C, casesOf, LONG, toLong, toPage } from './visit-table.ts';
import type { DeepLink, Leads, TableLink, TableVisit, VisitCase } from './visit-table.ts';

function deepCasesOf(
  name: string,
  fields: TableLink['fields'],
  deeper: Readonly<Record<string, DeepLink>>,
  visits: readonly (readonly [visit: TableVisit, leads: Leads])[],
): VisitCase[] {
  return casesOf(name, fields, visits).map((one) =>
    Object.assign({}, one, { link: Object.assign({}, one.link, { deeper }) }),
  );
}

const forwards = JSON.stringify({ forward_path: 1, forward_query: 1 });
const mobile = JSON.stringify({ rules: [{ when: { device: ['mobile'] }, target: A }] });
const limited = JSON.stringify({ max_clicks: 1000 });

/** Cases of codes with several segments. */
export const deepCases: readonly VisitCase[] = [
  ...deepCasesOf('a deeper code', {}, { 'b/c': { long_url: C }, Mixed: { long_url: A } }, [
    [{}, toLong()],
    [{ path: 'b/c' }, toLong(C)],
    [{ path: 'b/c', query: 'x=/y' }, toLong(C)],
    [{ path: 'b/c/' }, toLong(C)],
    [{ path: '/b/c' }, toPage('missing', 404)],
    [{ path: 'b//c' }, toPage('missing', 404)],
    [{ path: 'B/C' }, toLong(C)],
    [{ path: 'b%2Fc' }, toLong(C)],
    [{ path: 'b%2fc.' }, toLong(C)],
    [{ path: 'b/c),' }, toLong(C)],
    [{ path: 'b/c&amp;x=/y' }, toLong(C)],
    [{ path: 'Mixed' }, toLong(A)],
    [{ path: 'mixed' }, toLong(A)],
    [{ path: 'MIXED!' }, toLong(A)],
    [{ path: 'b' }, toPage('missing', 404)],
    [{ path: 'b/c/d' }, toPage('missing', 404)],
    [{ path: '../b/c' }, toPage('missing', 404)],
    [{ path: 'b/%2e%2e/c' }, toPage('missing', 404)],
    [{ path: 'b/c', agent: 'slackbot' }, toLong(C)],
  ]),
  ...deepCasesOf(
    'a deeper code goes before a forwarded path',
    { forward_path: 1 },
    { exact: { long_url: C }, 'deep/exact': { long_url: B }, off: { long_url: A, is_active: 0 } },
    [
      [{ path: 'exact' }, toLong(C)],
      [{ path: 'exact/' }, toLong(C)],
      [{ path: 'EXACT' }, toLong(C)],
      [{ path: 'exact.' }, toLong(`${LONG}/exact.`)],
      [{ path: 'exact/more' }, toLong(`${LONG}/exact/more`)],
      [{ path: 'deep' }, toLong(`${LONG}/deep`)],
      [{ path: 'deep/exact' }, toLong(B)],
      [{ path: 'deep//exact' }, toLong(`${LONG}/deep//exact`)],
      [{ path: 'off' }, toPage('off', 410)],
      [{ path: 'a/b/c/d/e/f/g/h/i/j' }, toLong(`${LONG}/a/b/c/d/e/f/g/h/i/j`)],
    ],
  ),
  ...deepCasesOf(
    'a deeper code forwards a path',
    { forward_path: 1 },
    { b: { long_url: C, routing: forwards }, ruled: { long_url: C, routing: mobile } },
    [
      [{ path: 'b' }, toLong(C)],
      [{ path: 'b/rest/2', query: 'x=1' }, toLong(`${C}/rest/2?x=1`)],
      [{ path: 'B/rest' }, toLong(`${C}/rest`)],
      [{ path: 'b%2Frest' }, toPage('missing', 404)],
      [
        { path: 'ruled', agent: 'iphone' },
        { ...toLong(A), why: 'rule' },
      ],
      [{ path: 'ruled', agent: 'mac' }, toLong(C)],
      [{ path: 'ruled/rest' }, toLong(`${LONG}/ruled/rest`)],
    ],
  ),
  ...deepCasesOf('a deeper code with a limit', {}, { b: { long_url: C, routing: limited } }, [
    [{ path: 'b', agent: 'mac' }, toLong(C)],
    [{ path: 'b', agent: 'slackbot' }, toPage('card')],
  ]),
];
