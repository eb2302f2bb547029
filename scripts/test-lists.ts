/** Test files that `npm test` leaves to `npm run test:all`, with the reason. */
const allOnly: Readonly<Record<string, string>> = {};

export function listAllOnly(): string[] {
  return Object.keys(allOnly);
}
