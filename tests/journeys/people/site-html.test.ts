import { expect, test } from 'bun:test';
import { inviteAccount, join } from '../../../contracts/people/people.ts';
import { setOption } from '../../../contracts/site.ts';
import { openTestEngine } from '../../support/test-engine.ts';
import { openSetUpSite, type SetUpSite } from '../set-up-site.ts';

const info = {
  title: 'A site',
  header: '<b>Hello</b><script>window.seen = 1</script>',
  footer: '',
};

function save(site: SetUpSite, value: object, token: string, key = 'site_info') {
  return site.call(setOption, { key, value: JSON.stringify(value) }, token);
}

async function joinAs(site: SetUpSite, role: string): Promise<string> {
  const { data } = await site.call(
    inviteAccount,
    { email: `${role}@example.com`, role },
    site.token,
  );
  const { link } = data as { link: string };
  const fields = { link, username: role, password: 'a long pass phrase' };
  const joined = await site.call(join, fields);
  expect(joined).toMatchObject({ code: 200 });
  return (joined.data as { token: string }).token;
}

const read = async (site: SetUpSite, path: string) => (await site.fetch(path)).text();

test('only an owner changes the HTML that acts for everyone, by a fresh login', async () => {
  await using site = await openSetUpSite();
  expect(await save(site, info, site.token)).toMatchObject({ code: 200 });
  const admin = await joinAs(site, 'admin');
  expect(await save(site, { ...info, title: 'Another' }, admin)).toMatchObject({ code: 200 });
  for (const change of [{ header: '' }, { header: `${info.header} ` }, { footer: 'x' }]) {
    expect(await save(site, { ...info, ...change }, admin)).toMatchObject({
      code: 403,
      msg: 'not.allowed',
    });
  }
  expect(await save(site, { ...info, footer: 'by an owner' }, site.token)).toMatchObject({
    code: 200,
  });
  const policy = JSON.stringify('all');
  const second = { key: 'second_factor', value: policy };
  expect(await site.call(setOption, second, admin)).toMatchObject({ code: 403 });
  await forgetConfirmations(site);
  expect(await save(site, info, site.token)).toMatchObject({ code: 403, msg: 'confirm.required' });
  expect(
    await save(site, { ...info, footer: 'by an owner', title: 'Third' }, site.token),
  ).toMatchObject({ code: 200 });
});

async function forgetConfirmations(site: SetUpSite): Promise<void> {
  const engine = await openTestEngine(site.dataDir);
  await engine.db.updateTable('session').set({ confirmed_at: 0 }).execute();
  await engine.close();
}

test('with several accounts, no script of the site runs where people log in', async () => {
  await using site = await openSetUpSite();
  await save(site, info, site.token);
  for (const path of ['/', '/login', '/init'])
    expect(await read(site, path)).toContain('window.seen');
  await joinAs(site, 'viewer');
  expect(await read(site, '/')).toContain('window.seen');
  for (const path of ['/login', '/init', '/admin/join']) {
    expect(await read(site, path)).not.toContain('window.seen');
  }
  for (const path of ['/login', '/init']) expect(await read(site, path)).toContain('<b>Hello</b>');
});

test('with a second factor, no script of the site runs where people log in', async () => {
  await using site = await openSetUpSite();
  await save(site, info, site.token);
  const engine = await openTestEngine(site.dataDir);
  await engine.db
    .insertInto('factor')
    .values({
      account_id: 1,
      kind: 'passkey',
      name: '',
      secret: 'x',
      credential_id: 'y',
      created_at: 0,
    })
    .execute();
  await engine.close();
  for (const path of ['/login', '/init']) {
    expect(await read(site, path)).not.toContain('window.seen');
  }
});
