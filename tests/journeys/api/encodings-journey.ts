import { expect } from 'bun:test';
import * as account from '../../../contracts/account.ts';
import * as bin from '../../../contracts/links/bin.ts';
import * as bulk from '../../../contracts/links/bulk.ts';
import * as domains from '../../../contracts/domains.ts';
import { exportLinks } from '../../../contracts/export.ts';
import * as history from '../../../contracts/links/history.ts';
import { getImport, importLinks } from '../../../contracts/import.ts';
import * as jobs from '../../../contracts/import-jobs.ts';
import { createLinks } from '../../../contracts/links/create-many.ts';
import * as links from '../../../contracts/links/links.ts';
import type { Route } from '../../../contracts/route.ts';
import { tryLink } from '../../../contracts/links/simulator.ts';
import * as site from '../../../contracts/site.ts';
import * as stats from '../../../contracts/stats/stats.ts';
import * as tags from '../../../contracts/links/tags.ts';
import * as views from '../../../contracts/links/views.ts';
import * as sessions from '../../../contracts/people/sessions.ts';
import { getStatus } from '../../../contracts/status.ts';
import { admin } from '../test-site.ts';
import { some, step, type Step } from './journey-step.ts';
import { stepsOfFactors, stepsOfPeople, stepsOfSso } from './people-journey.ts';

/** A call for an import that does not exist. */
function withoutJob(route: Route, fields: Step['fields']): Step {
  const data = { issues: [{ field: 'id', key: 'import.not.found', reason: some.text }] };
  return {
    route,
    fields: { id: 5, ...fields },
    expected: { code: 404, msg: 'import.not.found', data },
  };
}

const info = {
  title: 'Ünïcode & 链接',
  keywords: 'a,b',
  description: 'Two\nlines',
  header: '<b>"header"</b>',
  footer: '<i>footer</i> +%41&x=y',
  author: 'Ada',
};

const savedView = { kind: 'list', name: 'Ünïcode %41&x=y+', value: { q: '测试 100%+' } };

const first = {
  id: 1,
  short_url: 'first',
  long_url: 'https://example.com/?a=b&c=%2B+d',
  title: 'Töst & 测试 100%+',
  description: 'What "it" is; and=so&on',
  expires_at: 0,
};
const second = { ...first, id: 2, short_url: 'second', expires_at: 4_000_000_000 };
const { id: _first, ...newFirst } = first;
const { id: _second, ...newSecond } = second;

const made = { domain: '', short_link: some.text, is_new: true };

const listed = {
  ...second,
  short_link: some.text,
  refused_passwords: 0,
  domain: '',
  clicks: 0,
  people: 0,
  imported_clicks: 0,
  pending_clicks: 0,
  last_clicked_at: 0,
  created_at: some.number,
  updated_at: some.number,
  note: '',
  tags: [],
  is_active: 1,
  state: 'live',
  ip: '127.0.0.1',
  is_count_only: 0,
  shows_numbers: 0,
  starts_at: 0,
  max_clicks: 0,
  fallback_url: '',
  has_password: false,
  redirect_status: 302,
  forward_query: 0,
  forward_path: 0,
  rules: [],
  in_app: 'follow',
  social: { title: '', description: '', image: '' },
};

const plainTag = { clicks: 0, color: '', description: '' };
const colored = { clicks: 0, color: 'teal', description: 'Ä=b&c %2B+' };

const further = { host: 'xn--nicode-2ya.example', home_url: '', not_found_url: '' };
const lost = 'https://example.com/lost?a=b&c=%2B+d';

const nobody = { person: 0, scan: 0, preview: 0, bot: 0, visitors: 0 };
const report = {
  from: some.number,
  to: some.number,
  step: 'day',
  clicks: 0,
  imported_clicks: 0,
  pending_clicks: 0,
  totals: nobody,
  before: nobody,
  compared: null,
  bars: some.list,
  week: some.list,
  lists: some.list,
  filters_from: 0,
  knows_places: false,
};

/** A path through the whole API from set-up to logout, with every answer. */
export const journey: readonly Step[] = [
  step(site.getInitState, {}, { is_init: 'no' }),
  step(account.init, admin, { username: admin.username, email: admin.email }),
  step(site.getInitState, {}, { is_init: 'yes' }),
  step(
    account.login,
    { username: admin.username, password: admin.password },
    {
      token: some.loginToken,
      expires_at: some.number,
      username: admin.username,
      ip: '127.0.0.1',
      user_agent: some.text,
    },
  ),
  step(account.checkLogin, {}, ''),
  step(
    account.getAppInfo,
    {},
    expect.objectContaining({ username: admin.username, email: admin.email }),
  ),
  step(
    account.setAccount,
    { username: admin.username, email: admin.email, password: admin.password },
    { username: admin.username, email: admin.email, language: '' },
  ),
  step(
    account.changePassword,
    { old_password: admin.password, new_password: 'another pässword' },
    null,
  ),
  step(site.setOption, { key: 'site_info', value: JSON.stringify(info) }, null),
  step(site.getSiteInfo, {}, info),
  step(site.getOption, { key: 'site_info' }, info),
  step(account.createToken, {}, { token: some.apiToken }),
  step(
    account.getToken,
    {},
    { token: some.apiToken, expires_at: some.number, ip: '127.0.0.1', user_agent: some.text },
  ),
  step(account.changeToken, {}, { token: some.apiToken }),
  step(links.createLink, { ...newFirst, ttl_days: 0 }, { ...first, ...made }),
  step(links.createLink, newSecond, { ...second, ...made }),
  step(
    createLinks,
    {
      links: JSON.stringify([newFirst, { short_url: 'many+', long_url: first.long_url }]),
      tags: 'Ünïcode %41&x=y+',
      dry_run: '1',
    },
    expect.objectContaining({
      created: 0,
      existing: 1,
      failed: 1,
      results: [
        { index: 0, state: 'existing', link: { ...first, ...made, is_new: false } },
        expect.objectContaining({ index: 1, state: 'failed', key: 'invalid.short.url' }),
      ],
    }),
  ),
  step(links.listLinks, { page: '1', limit: '1' }, { total: 2, page: 1, limit: 1, urls: [listed] }),
  step(
    links.listLinks,
    { q: '测试 100%+', state: ['off', 'live'], created_from: '5', limit: 1 },
    { total: 2, page: 1, limit: 1, urls: [listed] },
  ),
  step(links.getLink, { short_url: 'Second' }, listed),
  step(
    links.searchLinks,
    { filter: 'title', keyword: '测试 100%+', page: 1, limit: 1 },
    { total: 2, page: 1, limit: 1, urls: [listed] },
  ),
  step(
    links.updateLink,
    { id: 2, title: '', description: '', long_url: second.long_url },
    { ...listed, title: '', description: '' },
  ),
  step(
    links.updateLink,
    { id: 2, tags: 'Ünïcode %41&x=y+, 链接' },
    { ...listed, title: '', description: '', tags: ['Ünïcode %41&x=y+', '链接'] },
  ),
  step(
    history.getHistory,
    { id: 2 },
    expect.arrayContaining([
      { at: some.number, who: 'login', field: 'title', from: second.title, to: '' },
    ]),
  ),
  {
    route: history.revertLink,
    fields: { id: 2, at: 1 },
    expected: { code: 404, msg: 'change.not.found', data: null },
  },
  step(
    bulk.editLinks,
    { ids: [1, 2], set: '{"note":"a=b&c %2B+","expires_at":"0"}', dry_run: 'true' },
    expect.objectContaining({ bulk_id: null, matched: 2, changed: 2, failed: [] }),
  ),
  step(
    bulk.editLinks,
    {
      where: '{"tag":["链接"]}',
      add_tags: '新, b&c',
      remove_tags: ['b&c', 'd'],
      replace_in_url: '{"find":"b&c","put":"测试"}',
    },
    expect.objectContaining({ bulk_id: 1, matched: 1, changed: 1, failed: [] }),
  ),
  step(bulk.listBulks, {}, [expect.objectContaining({ bulk_id: 1, changed: 1 })]),
  step(bulk.undoBulk, { bulk_id: 1 }, { restored: 1, kept: 0 }),
  step(bulk.listOwners, {}, [expect.objectContaining({ id: 1 })]),
  step(tags.deleteTag, { name: '新' }, { ...plainTag, name: '新', links: 0 }),
  step(tags.deleteTag, { name: 'B&C' }, { ...plainTag, name: 'b&c', links: 0 }),
  step(tags.renameTag, { name: '链接', to: '标签' }, { ...plainTag, name: '标签', links: 1 }),
  step(
    tags.setTag,
    { name: '标签', color: 'teal', description: 'Ä=b&c %2B+' },
    { ...colored, name: '标签', links: 1 },
  ),
  step(
    tags.deleteTag,
    { name: 'ÜNÏCODE %41&X=Y+' },
    { ...plainTag, name: 'Ünïcode %41&x=y+', links: 1 },
  ),
  step(tags.listTags, {}, [{ ...colored, name: '标签', links: 1 }]),
  step(
    links.fetchUrlMetadata,
    { url: 'https://example.com/' },
    { title: 'A page', description: 'What it says' },
  ),
  step(
    tryLink,
    { id: 2, language: 'zh-TW', query: 'a=b&c=%2B+d', is_qr: 1, at: '1700000000' },
    { status: 302, target: second.long_url, rule: null, why: 'long-url' },
  ),
  step(domains.addDomain, { host: 'Ünicode.example.' }, { ...further, loops: [], loops_total: 0 }),
  step(
    domains.setDomain,
    { host: 'ünicode.example', not_found_url: lost },
    { ...further, not_found_url: lost },
  ),
  step(domains.listDomains, {}, [{ ...further, not_found_url: lost, links: 0 }]),
  step(domains.askDomain, { domain: further.host }, {}),
  step(
    domains.checkDomain,
    { host: 'localhost.localdomain' },
    { https: some.text, http: some.text, reason: some.text },
  ),
  step(domains.deleteDomain, { host: 'ünicode.example' }, {}),
  step(links.deleteLink, { short_url: 'second' }, {}),
  step(links.deleteLinks, { ids: [1, 2] }, 1),
  step(
    bin.listDeleted,
    { q: 'Ünïcode', limit: '10' },
    expect.objectContaining({ page: 1, limit: 10 }),
  ),
  step(links.restoreLinks, { ids: [1, 2] }, 2),
  step(bin.purgeDeleted, { ids: [1, 2] }, 0),
  step(bin.emptyBin, { confirm: true }, 0),
  step(
    importLinks,
    { file: '[{"keyword":"Thírd","url":"https://example.com/3?a=b&c=%2B+d"},{"keyword":"a b"}]' },
    { imported: 1, skipped: 0, failed: 1, rows: [expect.objectContaining({ row: 2 })] },
  ),
  step(getImport, { id: 'another-1' }, { state: 'unknown', report: null, key: null }),
  step(jobs.getJobs, {}, []),
  ...[jobs.getJobs, jobs.startJob, jobs.stopJob, jobs.undoJob, jobs.deleteJob].map((route) =>
    withoutJob(route, {}),
  ),
  withoutJob(jobs.getJobRows, { kind: 'new' }),
  withoutJob(jobs.setJob, { options: '{"tag":"Tüg","columns":{"Ziel & +":"long_url"}}' }),
  {
    route: exportLinks,
    fields: { format: 'json' },
    expected: {
      format: 'brisk',
      version: 1,
      exported_at: some.number,
      links: expect.arrayContaining([expect.objectContaining({ short_url: 'Thírd' })]) as object,
    },
  },
  step(
    stats.getReport,
    { short_url: 'Second', period: '7d', time_zone: 'Asia/Shanghai', city: 'Ürümqi +%41&x=y' },
    report,
  ),
  {
    route: stats.exportReport,
    fields: { format: 'json' },
    expected: {
      ...report,
      short_url: null,
      time_zone: 'UTC',
      audience: 'people',
      filters: {},
      top_links: [],
      silent_links: [],
      missed_codes: [],
    },
  },
  step(stats.getTopLinks, { from: '1700000000', to: 1_700_086_400 }, { top: [], silent: [] }),
  step(
    stats.getLines,
    { ids: [1, 2] },
    {
      first_day: some.number,
      lines: [1, 2].map((id) => ({ id, people: Array.from({ length: 30 }, () => 0) })),
    },
  ),
  step(stats.getMissedCodes, { period: 'all' }, { codes: [] }),
  step(stats.listAlerts, {}, { alerts: [] }),
  step(stats.dismissAlerts, { ids: [1, 2] }, { dismissed: 0 }),
  step(views.setView, { ...savedView, value: JSON.stringify(savedView.value) }, savedView),
  step(views.listViews, {}, [savedView]),
  step(views.deleteView, { kind: 'list', name: savedView.name }, {}),
  step(getStatus, {}, expect.objectContaining({ workers: [expect.anything()] })),
  step(links.clearLinks, { confirm: true }, 3),
  ...stepsOfPeople(),
  ...stepsOfFactors(),
  ...stepsOfSso(),
  step(
    sessions.confirmSession,
    { password: 'another pässword' },
    { token: some.loginToken, fresh_until: some.number },
  ),
  step(account.logout, {}, null),
];
