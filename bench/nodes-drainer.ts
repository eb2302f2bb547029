import { drainJournal } from '../server/clicks/drain.ts';
import { openJournalDirectory } from '../server/clicks/segments.ts';
import { openPostgres } from '../server/engine/postgres.ts';

/**
 * A process of its own that counts the clicks of a journal as a node does. Its words are the address
 * of the database and the data directory. It says when it has the database open, begins when it is
 * told, and answers with the number of clicks; SIGTERM ends it.
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
