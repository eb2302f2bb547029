import { expect, test } from 'bun:test';
import * as account from '../../../contracts/account.ts';
import { onStatement } from '../../torture/maintenance/on-statement.ts';
import { openSetUpSite } from '../set-up-site.ts';
import { addPerson, createToken } from './people-steps.ts';

test('a call reads its token, account and rights by one statement', async () => {
  let statements = 0;
  onStatement(() => {
    statements += 1;
  });
  await using site = await openSetUpSite();
  const { token } = await addPerson(site, { username: 'grace', role: 'author' });
  const named = await createToken(site, token, { scopes: ['links:read'] });
  for (const caller of [site.token, token, named]) {
    const counts: number[] = [];
    for (let call = 0; call < 10; call += 1) {
      const before = statements;
      expect((await site.call(account.checkLogin, {}, caller)).code).toBe(200);
      counts.push(statements - before);
    }
    // Jobs of the server run in between.
    expect(Math.min(...counts)).toBe(1);
  }
});
