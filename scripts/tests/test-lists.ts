/** Test files that `npm test` leaves to `npm run test:all`, with the reason. */
const allOnly: Readonly<Record<string, string>> = {
  'tests/browser/site/backup.test.ts': '`looks/` opens the page, and journeys download a backup',
  'tests/browser/site/domains.test.ts': '`looks/` opens the page, and journeys use domains',
  'tests/browser/site/palette.test.ts': '`looks/` opens the palette',
  'tests/browser/site/status.test.ts': '`looks/` opens the page, and a journey reads the status',
  'tests/browser/site/jobs.test.ts': 'it counts steps',
  'tests/browser/account/kept-page.test.ts': 'a test of the component logs in again',
  'tests/browser/back-forward.test.ts': 'a journey reads the headers that browsers follow',
  'tests/browser/colors.test.ts': '`looks/` checks the contrast of each page',
  'tests/browser/dialog-keys.test.ts': 'keys that follow each other very fast',
  'tests/browser/field-errors.test.ts': 'tests of the forms prove each message',
  'tests/browser/firefox.test.ts': 'most people use Chromium',
  'tests/browser/home/paste.test.ts': 'tests of the form and `first-journey` create links',
  'tests/browser/home/result.test.ts':
    '`looks/` shows the last links, and `first-journey` a result',
  'tests/browser/import/answers.test.ts': 'it breaks the line of an import',
  'tests/browser/import/import-jobs.test.ts':
    '`looks/` opens the page, journeys run jobs, and tests of components show each state',
  'tests/browser/link/history.test.ts': 'journeys revert edits, and `looks/` opens the history',
  'tests/browser/link/page.test.ts': '`looks/` opens the page, and tests of components use it',
  'tests/browser/link/pages.test.ts': '`looks/` opens the pages, and journeys enter passwords',
  'tests/browser/link/routing.test.ts':
    '`looks/` opens the sections, and tests of components save them',
  'tests/browser/link/rule-job.test.ts': 'it counts steps; `looks/` opens a new rule',
  'tests/browser/link/rules.test.ts': '`looks/` opens the rules, and tests of components edit them',
  'tests/browser/link/simulator.test.ts': 'a test of the component shows each result',
  'tests/browser/links/bin.test.ts': 'journeys restore and purge links, and `looks/` opens the bin',
  'tests/browser/links/bulk.test.ts': '`looks/` opens the dialog, and journeys edit in bulk',
  'tests/browser/links/campaign.test.ts': 'a test of the component enters tags and presets',
  'tests/browser/links/drafts.test.ts': 'it types drafts; `looks/` opens the dialog',
  'tests/browser/links/duplicate.test.ts':
    '`looks/` opens the dialog, and a test of the form copies a link',
  'tests/browser/links/jobs.test.ts': 'it counts steps',
  'tests/browser/links/tags.test.ts': 'a test of the component enters tags',
  'tests/browser/links/looks.test.ts': '`looks/` opens the list',
  'tests/browser/links/routing.test.ts': '`looks/` opens a list with a link in each state',
  'tests/browser/links/rows.test.ts': '`looks/` opens the list with each kind of row',
  'tests/browser/links/selection.test.ts': 'it renders 200 rows, to count how often',
  'tests/browser/links/keys.test.ts':
    'a test of the rows uses arrow keys, and `fit.test.ts` does the main jobs by keyboard',
  'tests/browser/links/pasted-urls.test.ts':
    '`typed-urls.test.ts` reads what people type and paste',
  'tests/browser/links/long-codes.test.ts': '`looks/` opens the list with the longest texts',
  'tests/browser/looks/postgres-looks.test.ts': 'pages know no database',
  'tests/browser/many/many.test.ts': 'a test of the component adds many links',
  'tests/browser/no-storage.test.ts':
    '`web-storage.test.ts` holds pages to one module that works without',
  'tests/browser/postgres.test.ts': 'pages know no database',
  'tests/browser/visitors/preview.test.ts': '`looks/` opens the page, and journeys read it',
  'tests/browser/visitors/speculation.test.ts': 'journeys send what browsers send',
  'tests/browser/qr/decode.test.ts': '`qr-files.test.ts` decodes each kind',
  'tests/browser/qr/qr.test.ts':
    '`looks/` opens the panel and the sheet, and `qr-files.test.ts` decodes them',
  'tests/browser/specification/failures.test.ts': 'tests of the forms prove each message',
  'tests/browser/statistics/compared.test.ts':
    '`looks/` opens the statistics, and journeys report several links',
  'tests/browser/statistics/domains.test.ts': 'journeys report domains',
  'tests/browser/statistics/jobs.test.ts': 'it counts steps',
  'tests/browser/statistics/keys.test.ts': '`looks/` opens the statistics',
  'tests/browser/statistics/live.test.ts': 'it holds back answers',
  'tests/browser/statistics/print.test.ts': 'it prints',
  'tests/browser/statistics/site.test.ts':
    '`looks/` opens the statistics, and journeys report them',
  'tests/browser/statistics/hostile-texts.test.ts':
    'a test of the reports has each text, and React escapes them',
  'tests/browser/statistics/statistics.test.ts': '`looks/` opens the statistics',
  'tests/browser/statistics/targets.test.ts': 'journeys report targets',
  'tests/browser/targets.test.ts': '`looks/` checks each page by axe, which knows small targets',
  'tests/clients/bitly.test.ts': '`journeys/compat/recorded` sends what they send',
  'tests/clients/kutt.test.ts': '`journeys/compat/recorded` sends what they send',
  'tests/clients/polr.test.ts': '`journeys/compat/recorded` sends what it sends',
  'tests/clients/shlink-web-component.test.ts': '`journeys/compat/recorded` sends what it sends',
  'tests/clients/shlink.test.ts': '`journeys/compat/recorded` sends what they send',
  'tests/clients/yourls.test.ts': '`journeys/compat/recorded` sends what they send',
  'tests/executable/reproducible.test.ts': 'it builds the executable twice',
  'tests/journeys/import/import-job-kill.test.ts':
    '`stopped-jobs.test.ts` stops jobs at each step; it kills servers',
  'tests/journeys/people/undo-after-deletion.test.ts':
    '`life-of-accounts.test.ts` deletes accounts, and journeys undo',
  'tests/journeys/import/stopped-command.test.ts':
    '`stopped-jobs.test.ts` stops commands at each step; it ends processes',
  'tests/journeys/backup/move-kill.test.ts':
    '`copy.test.ts` continues a copy, and `move.test.ts` repeats one that failed',
  'tests/journeys/links/any-routing.test.ts':
    '`where-visits-lead` and `decide-any.test.ts` lead visits; it sends any settings',
  'tests/journeys/clicks/drain-kill.test.ts': '`torture/` kills servers that count',
  'tests/journeys/links/long-codes.test.ts': '`looks/` opens the list with the longest texts',
  'tests/journeys/links/short-links.test.ts': 'journeys of single calls pass short links',
  'tests/journeys/operations/checkpoint.test.ts': 'it fills the log of SQLite',
  'tests/journeys/people/call-statements.test.ts': 'it wraps the driver of the whole process',
  'tests/nodes/import-job.test.ts': 'it waits twice until the lease of a killed node ends',
  'tests/torture/mutants.test.ts': 'it tests the torture itself',
};

export function listAllOnly(): string[] {
  return Object.keys(allOnly);
}
