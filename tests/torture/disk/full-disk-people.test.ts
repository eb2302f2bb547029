import { afterAll, expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { checkLogin, login, logout } from '../../../contracts/account.ts';
import { listAudit, type AuditRow } from '../../../contracts/people/audit.ts';
import { addService, inviteAccount, setRole } from '../../../contracts/people/people.ts';
import { setOption } from '../../../contracts/site.ts';
import { TestProcess } from '../../journeys/test-process.ts';
import { admin } from '../../journeys/test-site.ts';
import { SiteCaller } from '../site-caller.ts';
import { SmallDisk } from './small-disk.ts';

const disk = SmallDisk.mount(8);
afterAll(() => disk?.unmount());

const notRun = disk === null ? ': not run, as only root may mount the disk' : '';
/** More logins than fit into the database's free pages. */
const LOGINS_MAX = 400;

test.skipIf(disk === null)(
  `on a full disk no login and no change is answered that has left no row${notRun}`,
  async () => {
    const dataDir = join(disk!.path, 'data');
    await using server = await TestProcess.start(dataDir, { LOG_LEVEL: 'silent' });
    const token = await new SiteCaller(server.url).signIn();
    const owner = new SiteCaller(server.url, token);
    const service = { username: 'robot', role: 'viewer' };
    const { id } = (await owner.call(addService, service)).data as { id: number };
    disk!.fill();

    const tokens: string[] = [];
    let refusal = '';
    for (let time = 0; time < LOGINS_MAX && refusal === ''; time += 1) {
      const { code, msg, data } = await owner.call(login, admin);
      if (code === 200) tokens.push((data as { token: string }).token);
      else refusal = `${code} ${msg}`;
    }
    expect(refusal).toBe('507 storage.full');
    const changes = [
      await owner.call(setRole, { id, role: 'editor' }),
      await owner.call(inviteAccount, { email: 'x@example.com', role: 'viewer' }),
      await owner.call(setOption, { key: 'audit_days', value: '30' }),
      await owner.call(logout, {}),
    ];
    expect(changes.map(({ msg }) => msg)).toEqual(changes.map(() => 'storage.full'));
    // A refusal needs no row, and a login that is there stays.
    const wrong = await owner.call(login, { ...admin, password: 'wrong' });
    expect(wrong.msg).not.toBe('success');
    expect((await owner.call(checkLogin, {})).code).toBe(200);

    disk!.free();
    while ((await owner.call(login, admin)).code !== 200);
    const rows = (await owner.call(listAudit, { limit: 200, action: 'login.in' })).data as {
      total: number;
    };
    // The first login, those before the refusal, and the last.
    expect(rows.total).toBe(1 + tokens.length + 1);
    const all = (await owner.call(listAudit, { limit: 200 })).data as { rows: AuditRow[] };
    const actions = new Set(all.rows.map(({ action }) => action));
    for (const action of ['account.role', 'account.invited', 'setting.changed', 'login.out']) {
      expect(actions).not.toContain(action);
    }
    for (const made of tokens.slice(-3)) {
      expect((await new SiteCaller(server.url, made).call(checkLogin, {})).code).toBe(200);
    }
    rmSync(join(disk!.path, 'filler'), { force: true });
  },
  300_000,
);
