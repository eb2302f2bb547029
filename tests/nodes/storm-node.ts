import type { Envelope } from '../../contracts/envelope.ts';
import { getLink } from '../../contracts/links/links.ts';
import type { Route } from '../../contracts/route.ts';
import { Changers } from '../torture/changers.ts';
import { Crowd, crowdEnv } from '../torture/crowd.ts';
import type { Dice } from '../torture/dice.ts';
import { Ledger, type TrackedCode } from '../torture/ledger.ts';
import { SiteCaller } from '../torture/site-caller.ts';
import { Node } from './node.ts';

const UNAVAILABLE = 503;
/** A supervisor would restart the node this often. */
const TRIES = 5;
/** Codes that each node changes continuously. */
const CHANGING = 4;

/** Calls a node whose database may be down: repeats a read, and throws for a change. */
class StormCaller extends SiteCaller {
  override async call(route: Route, fields: object): Promise<Envelope<unknown>> {
    for (;;) {
      const answer = await super.call(route, fields);
      if (answer.code !== UNAVAILABLE) return answer;
      if (route !== getLink) throw new Error('whether the change was made is not known');
    }
  }
}

interface StormNodeOptions {
  readonly name: string;
  readonly databaseUrl: string;
  readonly visited: Ledger;
  readonly dice: Dice;
  readonly connections: number;
  readonly onAnswer: () => void;
  readonly onChange: () => void;
}

/** A node with visitors and changers, which is killed and restarted. */
export class StormNode implements AsyncDisposable {
  /** The changes on this node; visitors use other links. */
  readonly changed = new Ledger();
  changes = 0;
  readonly #options: StormNodeOptions;
  readonly #node: Node;
  readonly #changing: readonly TrackedCode[];
  #token: string | null = null;
  #isAlive = false;
  #isOver = false;
  #crowd: Crowd | null = null;
  #changers: Changers | null = null;

  constructor(options: StormNodeOptions) {
    this.#options = options;
    this.#node = new Node(options.databaseUrl, { CLICK_FLUSH_SECONDS: '1', ...crowdEnv });
    this.#changing = Array.from({ length: CHANGING }, (_, index) =>
      this.changed.addCode(`${options.name}${index}`, null),
    );
  }

  async begin(): Promise<void> {
    await this.#start();
    this.#token = await this.#node.caller().signIn();
  }

  /** Restarts the server after each kill, until `end`. */
  async live(): Promise<void> {
    while (!this.#isOver) {
      await Promise.all([this.#visit(), this.#change()]);
      if (!this.#isAlive) await this.#start();
    }
  }

  /** Kills the server; it restarts at once. */
  async kill(): Promise<void> {
    this.#isAlive = false;
    await this.#node.server.end('SIGKILL');
  }

  /** Lets visitors and changers finish their last requests. */
  end(): void {
    this.#isOver = true;
    this.#crowd?.stop();
    this.#changers?.stop();
  }

  /** Checks that every acknowledged change exists, and stops the server. */
  async verifyAndStop(): Promise<number> {
    await this.#createChangers().verifyCodes(this.#changing);
    return this.#node.server.end('SIGTERM');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.end();
    await this.#node[Symbol.asyncDispose]();
  }

  /** Starts the server, again if its database was killed meanwhile. */
  async #start(): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        await this.#node.start();
        this.#isAlive = true;
        return;
      } catch (error) {
        if (tries === TRIES || this.#isOver) throw error;
      }
    }
  }

  async #visit(): Promise<void> {
    const { visited: ledger, dice, connections, onAnswer } = this.#options;
    this.#crowd = new Crowd({
      ledger,
      dice,
      port: this.#node.server.port,
      connections,
      shouldReconnect: () => this.#isAlive && !this.#isOver,
      onAnswer,
    });
    await this.#crowd.run();
  }

  async #change(): Promise<void> {
    while (this.#isAlive && !this.#isOver) {
      this.#changers = this.#createChangers();
      try {
        await this.#changers.verifyCodes(this.#changing);
      } catch (error) {
        if (this.#isAlive) throw error;
        return;
      }
      await this.#changers.run(this.#changing);
      this.changes += this.#changers.changes;
    }
  }

  #createChangers(): Changers {
    const { dice, onChange } = this.#options;
    const site = new StormCaller(this.#node.server.url, this.#token);
    return new Changers({ ledger: this.changed, dice, site, onChange });
  }
}
