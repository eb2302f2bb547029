/** Test files that `npm test` leaves to `npm run test:all`, with the reason. */
const allOnly: Readonly<Record<string, string>> = {
  'tests/browser/firefox.test.ts': 'most people use Chromium',
  'tests/browser/links-campaign.test.ts': 'a test of the component enters tags and presets',
  'tests/browser/links-selection.test.ts': 'it renders 200 rows, to count how often',
  'tests/browser/long-codes.test.ts': '`looks/` opens the list with the longest texts',
  'tests/browser/spec-failures.test.ts': 'tests of the forms prove each message',
};

export function listAllOnly(): string[] {
  return Object.keys(allOnly);
}
