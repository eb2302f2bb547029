/** Test files that `npm test` leaves to `npm run test:all`, with the reason. */
const allOnly: Readonly<Record<string, string>> = {
  'tests/browser/firefox.test.ts': 'most people use Chromium',
};

export function listAllOnly(): string[] {
  return Object.keys(allOnly);
}
