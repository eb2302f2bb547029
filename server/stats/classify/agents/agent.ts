import { AGENT_MAX, readBrowser } from './browsers.ts';
import { readDevice, readSystem } from './devices.ts';
import { findNamedPreview, findPreviewKind } from './previews.ts';
import { removeHumanParts } from './program-parts.ts';
import { nameProgram } from './programs.ts';
import { agentRules, type AgentClass, type AgentRule, type AgentText } from './rules.ts';

/** Raise it with every change of `readAgent`'s results, updates of the libraries included. */
const AGENT_RULES_VERSION = 3;

export const AGENT_RULES_LIBRARIES: Readonly<Record<string, string>> = {
  bowser: '2.15.0',
  isbot: '5.2.3',
};

/** What a user agent reveals; '' = unknown. */
export interface Agent {
  readonly class: AgentClass;
  readonly browser: string;
  readonly system: string;
  /** `mobile`, `tablet`, `desktop` or `tv`; people only. */
  readonly device: string;
}

/** An empty one is a bot: all browsers send one. Never throws; reads 512 characters at most. */
export function readAgent(userAgent: string): Agent {
  const text = prepareText(userAgent);
  const { whole, bare } = text;
  const { class: agentClass } = findRule(text);
  if (agentClass === 'preview') {
    return describeProgram(agentClass, findNamedPreview(whole) ?? findPreviewKind(bare) ?? '');
  }
  if (agentClass === 'bot') return describeProgram(agentClass, nameProgram(bare));
  const system = readSystem(whole);
  return {
    class: agentClass,
    browser: readBrowser(whole),
    system,
    device: readDevice(whole, system),
  };
}

export function findAgentRule(userAgent: string): AgentRule {
  return findRule(prepareText(userAgent));
}

function prepareText(userAgent: string): AgentText {
  const whole = userAgent.slice(0, AGENT_MAX).trim();
  return { whole, bare: removeHumanParts(whole) };
}

function findRule(text: AgentText): AgentRule {
  return agentRules.find(({ fits }) => fits(text))!;
}

function describeProgram(programClass: 'preview' | 'bot', name: string): Agent {
  return { class: programClass, browser: name, system: '', device: '' };
}

export interface AgentRules {
  readonly version: number;
  read(userAgent: string): Agent;
}

export const AGENT_RULES: AgentRules = { version: AGENT_RULES_VERSION, read: readAgent };
