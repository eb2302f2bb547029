import { test } from 'bun:test';
import {
  createFormerDatabase,
  expectFormerOwner,
  insertFormerOwner,
  migrationsUpTo,
} from '../../../tests/support/former-database.ts';

test.each(['001-baseline', '004-zz', '008-zz', '012-zz'])(
  'a login, the API token and a known address live on after %s',
  async (last) => {
    await using former = await createFormerDatabase(
      (db) => insertFormerOwner(db, last),
      migrationsUpTo(last),
    );
    const engine = await former.open();
    await expectFormerOwner(engine);
    await engine.close();
  },
);
