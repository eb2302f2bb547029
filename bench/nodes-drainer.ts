import { drainJournal } from '../server/clicks/drain.ts';
import { openJournalDirectory } from '../server/clicks/journal/segments.ts';
import { openPostgres } from '../server/engine/postgres/postgres.ts';

/**
 * Counts a journal as a node does. Arguments: the database URL and the data directory. It sends
 * `ready`, starts at the first message and sends the number of clicks.
 */
const [databaseUrl, dataDir] = process.argv.slice(2);
const engine = await openPostgres({ databaseUrl: databaseUrl!, onError: console.error });
const directory = openJournalDirectory(dataDir!);

process.on('message', () => {
  void drainJournal({ engine, directory, onError: console.error }).then(({ clicks }) =>
    process.send?.(clicks),
  );
});
process.send?.('ready');
