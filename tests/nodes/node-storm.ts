import { PostgresServer } from '../postgres/postgres-server.ts';
import { Dice } from '../torture/dice.ts';
import { Ledger } from '../torture/ledger.ts';
import { databaseOf } from './node.ts';
import { addSteadyLinks, findViolations, readCounts } from './steady-links.ts';
import { StormNode } from './storm-node.ts';

/** Links that visitors use on every node. */
const STEADY = 30;

export interface NodeStormOptions {
  readonly seed: number;
  readonly nodeKills: number;
  readonly databaseKills: number;
  /** Connections per node. */
  readonly connections: number;
  readonly answersPerKill: number;
}

interface NodeStormReport {
  readonly violations: readonly string[];
  readonly acknowledged: number;
  readonly unanswered: number;
  readonly counted: number;
  readonly changes: number;
}

/** Counts events. */
class EventCounter {
  #left = 0;
  #onDone: () => void = () => undefined;

  /** Resolves at the `count`th event from now. */
  next(count: number): Promise<void> {
    this.#left = count;
    return new Promise((resolve) => {
      this.#onDone = resolve;
    });
  }

  readonly count = (): void => {
    this.#left -= 1;
    if (this.#left === 0) this.#onDone();
  };
}

/**
 * Visitors and changers use two nodes while the nodes and their database are killed. Then compares
 * all acknowledged changes and clicks with the database.
 */
export async function nodeStorm(options: NodeStormOptions): Promise<NodeStormReport> {
  const { seed, nodeKills, databaseKills, connections, answersPerKill } = options;
  const dice = new Dice(seed);
  const visited = new Ledger();
  const answers = new EventCounter();
  const changes = new EventCounter();
  await using postgres = await PostgresServer.start({ fsync: true });
  const databaseUrl = await postgres.createDatabase();
  await addSteadyLinks(databaseUrl, visited, STEADY);
  await using stack = new AsyncDisposableStack();
  const shared = { databaseUrl, visited, dice, connections };
  const counters = { onAnswer: answers.count, onChange: changes.count };
  const nodes = ['one', 'other'].map((name) =>
    stack.use(new StormNode({ name, ...shared, ...counters })),
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
  const killInTurn = async (): Promise<void> => {
    while (kills.length > 0) {
      const [kill] = kills.splice(dice.below(kills.length), 1);
      await answers.next(dice.below(answersPerKill) + 1);
      // Half of the kills come right after a successful change.
      if (dice.below(2) === 0) await changes.next(1);
      await kill!();
    }
    await answers.next(answersPerKill);
    for (const node of nodes) node.end();
  };
  await Promise.all([lives, killInTurn()]);

  const violations: string[] = [];
  for (const node of nodes) {
    const exitCode = await node.verifyAndStop();
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
