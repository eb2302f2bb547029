import { readAgent, type Agent } from '../../stats/classify/agents/agent.ts';
import { AGENT_MAX, readApp } from '../../stats/classify/agents/browsers.ts';
import { readCampaign } from '../../stats/classify/campaign.ts';
import { readFirstLanguage } from '../../stats/classify/language.ts';

/** What a decision may ask about a visit. Each answer is computed when it is first asked for. */
export interface Visit {
  /** Milliseconds since 1970-01-01 UTC. */
  readonly time: number;
  readonly agent: Agent;
  /** The app whose in-app browser visits; '' = none. */
  readonly app: string;
  /** The visitor's first choice, for example `zh-tw`; '' = unknown. */
  readonly language: string;
  readonly country: string;
  /** As sent, without the question mark. */
  readonly query: string;
  /** The first 256 of the query, decoded. */
  readonly parameters: ReadonlyMap<string, readonly string[]>;
  readonly isScan: boolean;
  /** The path behind the code, as sent, without its slash; '' = none. */
  readonly path: string;
  readonly isUnlocked: boolean;
  readonly isHead: boolean;
  /** Whether a page embeds the link, for example as a picture. */
  readonly isEmbedded: boolean;
  /** In [0, 1), the same for a visitor's visits of a day; `seed` tells the draws of a day apart. */
  draw(seed: string): number;
}

export interface VisitSource {
  readonly time: number;
  readonly userAgent: string;
  /** The header `Accept-Language`. */
  readonly languages: string;
  readonly query: string;
  readonly path?: string;
  readonly isUnlocked?: boolean;
  readonly isHead?: boolean;
  readonly isEmbedded?: boolean;
  /** Shortened to /24 or /48. */
  readonly address: () => string;
  readonly country: () => string;
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

export function createVisit(source: VisitSource): Visit {
  const { time, userAgent, query, path = '', isUnlocked = false } = source;
  const { isHead = false, isEmbedded = false } = source;
  let parameters: Visit['parameters'] | null = null;
  return {
    time,
    query,
    path,
    isUnlocked,
    isHead,
    isEmbedded,
    get parameters() {
      return (parameters ??= readParameters(query));
    },
    get isScan() {
      return readCampaign(query).isScan;
    },
    get agent() {
      return classify(userAgent).agent;
    },
    get app() {
      return classify(userAgent).app;
    },
    get language() {
      return readFirstLanguage(source.languages);
    },
    get country() {
      return source.country();
    },
    draw(seed) {
      if (source.drawsAnew) return Math.random();
      const day = Math.floor(time / DAY_MS);
      return Bun.hash.xxHash32(`${day} ${seed} ${source.address()} ${userAgent}`) / HASHES;
    },
  };
}

/** Many visitors have the same user agent, and reading one takes about 20 µs. */
function classify(userAgent: string): Classified {
  const known = agents.get(userAgent);
  if (known !== undefined) return known;
  const found = { agent: readAgent(userAgent), app: readApp(userAgent) };
  if (userAgent.length > AGENT_MAX) return found;
  if (agents.size === AGENTS_MAX) agents.clear();
  agents.set(userAgent, found);
  return found;
}

/** Each rule asks for names: hostile queries must not cost time. */
function readParameters(query: string): Visit['parameters'] {
  const parameters = new Map<string, string[]>();
  const pairs = query.split('&', PARAMETERS_MAX).join('&');
  for (const [name, value] of new URLSearchParams(pairs)) {
    const values = parameters.get(name);
    if (values === undefined) parameters.set(name, [value]);
    else values.push(value);
  }
  return parameters;
}
