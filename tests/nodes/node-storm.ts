import { PostgresServer } from '../postgres/postgres-server.ts';
import { Dice } from '../torture/dice.ts';
import { Ledger } from '../torture/ledger.ts';
import { databaseOf } from './node.ts';
import { addSteadyLinks, findViolations, readCounts } from './steady-links.ts';
import { StormNode } from './storm-node.ts';

/** Links that are visited on every node. */
const STEADY = 30;

export interface NodeStormOptions {
  readonly seed: number;
  /** How often nodes are killed, one at a time. */
  readonly nodeKills: number;
  /** How often the whole database is killed. */
  readonly databaseKills: number;
  /** How many visitors each node has at once. */
  readonly connections: number;
  /** The most answers that there are before the next kill. */
  readonly answersPerKill: number;
}

interface NodeStormReport {
  readonly violations: readonly string[];
  readonly acknowledged: number;
  readonly unanswered: number;
  readonly counted: number;
  readonly changes: number;
}

/** Waits for what happens again and again. */
class Occasions {
  #left = 0;
  #onDone: () => void = () => undefined;

  /** Resolves right when it has happened so many times more. */
  next(count: number): Promise<void> {
    this.#left = count;
    return new Promise((resolve) => {
      this.#onDone = resolve;
    });
  }

  readonly happen = (): void => {
    this.#left -= 1;
    if (this.#left === 0) this.#onDone();
  };
}

/**
 * Visitors and programs that change links on two nodes, which are killed again and again, as is their
 * database; then all that was acknowledged is held against what the database has kept.
 */
export async function nodeStorm(options: NodeStormOptions): Promise<NodeStormReport> {
  const { seed, nodeKills, databaseKills, connections, answersPerKill } = options;
  const dice = new Dice(seed);
  const visited = new Ledger();
  const answers = new Occasions();
  const changes = new Occasions();
  await using postgres = await PostgresServer.start({ fsync: true });
  const databaseUrl = await postgres.createDatabase();
  await addSteadyLinks(databaseUrl, visited, STEADY);
  await using stack = new AsyncDisposableStack();
  const nodes = ['one', 'other'].map((name) =>
    stack.use(
      new StormNode({
        name,
        databaseUrl,
        visited,
        dice,
        connections,
        onAnswer: answers.happen,
        onChange: changes.happen,
      }),
    ),
  );
  const killDatabase = async (): Promise<void> => {
    await postgres.kill();
    await postgres.startAgain();
  };
  const killNode = (): Promise<void> => dice.pick(nodes).kill();
  const kills = [
    ...Array.from({ length: databaseKills }, () => killDatabase),
    ...Array.from({ length: nodeKills }, () => killNode),
  ];

  await Promise.all(nodes.map((node) => node.begin()));
  const lives = Promise.all(nodes.map((node) => node.live()));
  const rage = async (): Promise<void> => {
    while (kills.length > 0) {
      const [kill] = kills.splice(dice.below(kills.length), 1);
      await answers.next(dice.below(answersPerKill) + 1);
      // Half of the kills follow at once on the success of a change.
      if (dice.below(2) === 0) await changes.next(1);
      await kill!();
    }
    await answers.next(answersPerKill);
    for (const node of nodes) node.end();
  };
  await Promise.all([lives, rage()]);

  const violations: string[] = [];
  for (const node of nodes) {
    const exitCode = await node.settle();
    if (exitCode !== 0) violations.push(`a node ended with ${exitCode}`);
  }
  const counts = await readCounts(postgres, databaseOf(databaseUrl));
  violations.push(...nodes.flatMap(({ changed }) => changed.violations));
  violations.push(...findViolations(visited), ...visited.findBrokenCounts(counts));
  return {
    violations,
    acknowledged: visited.acknowledged,
    unanswered: visited.unanswered,
    counted: [...counts.values()].reduce((sum, count) => sum + count, 0),
    changes: nodes.reduce((sum, node) => sum + node.changes, 0),
  };
}
