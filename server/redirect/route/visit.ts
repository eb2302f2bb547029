import { readAgent, type Agent } from '../../stats/classify/agents/agent.ts';
import { AGENT_MAX, readApp } from '../../stats/classify/agents/browsers.ts';
import { readCampaign } from '../../stats/classify/campaign.ts';
import { readFirstLanguage } from '../../stats/classify/language.ts';

/** What a request tells. A getter may decode its fact, so each is read when it is needed. */
export interface VisitFacts {
  /** Milliseconds since 1970-01-01 UTC. */
  readonly time: number;
  /** '' = not sent, as for all texts. */
  readonly userAgent: string;
  readonly languages: string;
  /** As sent, without the question mark. */
  readonly query: string;
  readonly path?: string;
  readonly isUnlocked?: boolean;
  /** Whether the request is no click, for example `HEAD`. */
  readonly isProbe?: boolean;
  /** Whether a page embeds the link, for example as a picture. */
  readonly isEmbedded?: boolean;
  /** Shortened to /24 or /48. */
  readonly address: string;
  readonly country: string;
  /** Whether each visit draws at random, because nothing may tell visitors apart. */
  readonly drawsAnew: boolean;
}

const DAY_MS = 86_400_000;
const HASHES = 2 ** 32;
const PARAMETERS_MAX = 256; // as statistics read
const AGENTS_MAX = 2048;
const agents = new Map<string, Classified>();

interface Classified {
  readonly agent: Agent;
  readonly app: string;
}

/** What rules ask about a visit. Each answer is computed once, when a rule first asks for it. */
export class Visit {
  readonly facts: VisitFacts;
  #classified: Classified | null = null;
  #language: string | null = null;
  #country: string | null = null;
  #parameters: ReadonlyMap<string, readonly string[]> | null = null;

  constructor(facts: VisitFacts) {
    this.facts = facts;
  }

  get agent(): Agent {
    return (this.#classified ??= classify(this.facts.userAgent)).agent;
  }

  get app(): string {
    return (this.#classified ??= classify(this.facts.userAgent)).app;
  }

  /** The visitor's first choice, for example `zh-tw`; '' = unknown. */
  get language(): string {
    return (this.#language ??= readFirstLanguage(this.facts.languages));
  }

  get country(): string {
    return (this.#country ??= this.facts.country);
  }

  get isScan(): boolean {
    return readCampaign(this.facts.query).isScan;
  }

  get parameters(): ReadonlyMap<string, readonly string[]> {
    return (this.#parameters ??= readParameters(this.facts.query));
  }

  /** In [0, 1), the same for a visitor's visits of a day; `seed` tells the draws of a day apart. */
  draw(seed: string): number {
    if (this.facts.drawsAnew) return Math.random();
    const { time, address, userAgent } = this.facts;
    const day = Math.floor(time / DAY_MS);
    return Bun.hash.xxHash32(`${day} ${seed} ${address} ${userAgent}`) / HASHES;
  }
}

/** Many visitors have the same user agent, and reading one takes about 20 µs. */
function classify(userAgent: string): Classified {
  const cached = agents.get(userAgent);
  if (cached !== undefined) return cached;
  const classified = { agent: readAgent(userAgent), app: readApp(userAgent) };
  if (userAgent.length > AGENT_MAX) return classified;
  if (agents.size === AGENTS_MAX) agents.clear();
  agents.set(userAgent, classified);
  return classified;
}

/** Each rule asks for names: hostile queries must not cost time. */
function readParameters(query: string): Map<string, string[]> {
  const parameters = new Map<string, string[]>();
  const pairs = query.split('&', PARAMETERS_MAX).join('&');
  for (const [name, value] of new URLSearchParams(pairs)) {
    const values = parameters.get(name);
    if (values === undefined) parameters.set(name, [value]);
    else values.push(value);
  }
  return parameters;
}
