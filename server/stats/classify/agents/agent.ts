import { readBrowser } from './browsers.ts';
import { readDevice, readSystem } from './devices.ts';
import { findPreview } from './previews.ts';
import { findProgram } from './programs.ts';

/** Raise it with every change of `readAgent`'s results, updates of the libraries included. */
export const AGENT_RULES_VERSION = 2;

/** The library versions that `AGENT_RULES_VERSION` stands for. */
export const AGENT_RULES_LIBRARIES: Readonly<Record<string, string>> = {
  bowser: '2.15.0',
  isbot: '5.2.3',
};

/** What a user agent reveals; '' = unknown. */
export interface Agent {
  readonly class: 'person' | 'preview' | 'bot';
  /** The program's name for previews and bots. */
  readonly browser: string;
  /** Operating system without version; people only. */
  readonly system: string;
  /** `mobile`, `tablet`, `desktop` or `tv`; people only. */
  readonly device: string;
}

const LENGTH_MAX = 512;

/** An empty one is a bot: all browsers send one. Never throws; reads 512 characters at most. */
export function readAgent(userAgent: string): Agent {
  const text = userAgent.slice(0, LENGTH_MAX).trim();
  const preview = findPreview(text);
  if (preview !== undefined) return describeProgram('preview', preview);
  const program = findProgram(text);
  if (program !== undefined) return describeProgram('bot', program);
  const system = readSystem(text);
  return {
    class: 'person',
    browser: readBrowser(text),
    system,
    device: readDevice(text, system),
  };
}

function describeProgram(programClass: 'preview' | 'bot', name: string): Agent {
  return { class: programClass, browser: name, system: '', device: '' };
}

export interface AgentRules {
  readonly version: number;
  read(userAgent: string): Agent;
}

export const AGENT_RULES: AgentRules = { version: AGENT_RULES_VERSION, read: readAgent };
