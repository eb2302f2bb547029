import { drainJournal } from '../server/clicks/drain.ts';
import { Journal } from '../server/clicks/journal/journal.ts';
import { openJournalDirectory } from '../server/clicks/journal/segments.ts';
import { DomainIndex } from '../server/domains/domain-index.ts';
import { openSqlite } from '../server/engine/sqlite/sqlite.ts';
import { Front } from '../server/front/front.ts';
import { createRefusals } from '../server/http/answer/refused-request.ts';
import { commonHeaders } from '../server/http/answer/security-headers.ts';
import { createFastRedirect } from '../server/redirect/fast-redirect.ts';
import { Targets } from '../server/redirect/targets.ts';

/**
 * Only the redirecting part of the server. Arguments: the port, the data directory, and the mode of
 * counting. `on` counts the clicks at SIGTERM, `journalled` leaves them in the journal, `off` has
 * no journal.
 */
const [port, dataDir, counting] = process.argv.slice(2);
const directory = openJournalDirectory(dataDir!);
const engine = await openSqlite(dataDir!);
const journal = counting === 'off' ? null : new Journal({ directory });

const front = new Front({
  hostname: '127.0.0.1',
  port: Number(port),
  // This process serves redirects only.
  innerPort: 0,
  registerVisitor: () => Promise.reject(new Error('no redirect')),
  refuse: createRefusals({}),
  answer: createFastRedirect({
    targets: new Targets(engine, commonHeaders(false)),
    journal: journal ?? { stage: () => undefined },
    visitors: {
      blocksAny: () => false,
      isBlocked: () => false,
      country: () => '',
      drawsAnew: () => false,
    },
    clientAddress: (socket) => socket,
    domains: new DomainIndex(),
  }),
  commit: journal === null ? () => undefined : () => journal.commit(),
});

async function stop(): Promise<void> {
  await front.stop();
  journal?.close();
  if (counting === 'on') await drainJournal({ engine, directory, onError: console.error });
  await engine.close();
}

process.on('SIGTERM', () => void stop().then(() => process.exit(0)));
