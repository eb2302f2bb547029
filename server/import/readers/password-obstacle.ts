import type { Fields } from '../foreign-row.ts';

/** A link behind a password must not become one that everybody can follow. */
export function passwordObstacle({ password }: Fields): string | null {
  return password === undefined || password === null || password === false || password === ''
    ? null
    : 'The link is protected by a password, which Brisk cannot do';
}
