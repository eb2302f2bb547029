/** Test files that `npm test` leaves to `npm run test:all`, with the reason. */
const allOnly: Readonly<Record<string, string>> = {
  'tests/browser/admin-status.test.ts': '`looks/` opens the page in each state',
  'tests/browser/field-errors.test.ts': 'tests of the forms prove each message',
  'tests/browser/firefox.test.ts': 'most people use Chromium',
  'tests/browser/links-campaign.test.ts': 'a test of the component enters tags and presets',
  'tests/browser/links-selection.test.ts': 'it renders 200 rows, to count how often',
  'tests/browser/long-codes.test.ts': '`looks/` opens the list with the longest texts',
  'tests/browser/spec-failures.test.ts': 'tests of the forms prove each message',
  'tests/executable/reproducible.test.ts': 'it builds the executable twice',
  'tests/torture/mutants.test.ts': 'it tests the torture itself',
};

export function listAllOnly(): string[] {
  return Object.keys(allOnly);
}
