import { OTHER } from '../../contracts/stats.ts';
import { AGENT_RULES_VERSION, readAgent, type Agent } from './agents/agent.ts';
import { BOT, PERSON, PREVIEW } from './classes.ts';
import { factDimensions, type FactKind } from './fact-kinds.ts';

/** What a fact says. */
export interface Meaning {
  /** Of a user agent the number of its class, else 0. */
  readonly class: number;
  /** The value of each dimension of its kind; '' = not known. */
  readonly texts: readonly string[];
}

/** How user agents are read. */
export interface AgentRules {
  readonly version: number;
  read(userAgent: string): Agent;
}

export const agentRules: AgentRules = { version: AGENT_RULES_VERSION, read: readAgent };

const agentClasses = { person: PERSON, preview: PREVIEW, bot: BOT } as const;

/** What no user agent begins with: headers are of one line. */
const SAID_MARK = '\n';

/** The text of a fact that says just this. */
export function writeFact(kind: FactKind, { class: clickClass, texts }: Meaning): string {
  if (texts.every((text) => text === '') && clickClass === PERSON) return '';
  return kind === 'agent'
    ? `${SAID_MARK}${JSON.stringify([clickClass, ...texts])}`
    : JSON.stringify(texts);
}

/** What a text says: a user agent as it came, or what `writeFact` has written. */
export function readFact(kind: FactKind, text: string, rules: AgentRules): Meaning {
  if (text === '') return { class: PERSON, texts: factDimensions[kind].map(() => '') };
  if (kind !== 'agent') return { class: PERSON, texts: JSON.parse(text) as string[] };
  if (text.startsWith(SAID_MARK)) {
    const [clickClass, ...texts] = JSON.parse(text.slice(1)) as [number, ...string[]];
    return { class: clickClass, texts };
  }
  const { class: clickClass, browser, system, device } = rules.read(text);
  return { class: agentClasses[clickClass], texts: [browser, system, device] };
}

/** Tells whether a fact means what the rules say. */
export function isAsItCame(kind: FactKind, text: string): boolean {
  return kind === 'agent' && text !== '' && !text.startsWith(SAID_MARK);
}

/** Says less, so that many facts become one: of user agents not the text, of others the details. */
export function sayLess(kind: FactKind, meaning: Meaning): Meaning {
  if (kind === 'agent') return meaning;
  const [first = '', ...rest] = meaning.texts;
  return { ...meaning, texts: [first, ...rest.map((text) => (text === '' ? '' : OTHER))] };
}

/** Says of each dimension only whether anything was said. */
export function sayLeast(meaning: Meaning): Meaning {
  return { ...meaning, texts: meaning.texts.map((text) => (text === '' ? '' : OTHER)) };
}
