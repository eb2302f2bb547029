import { readBrowser } from './browsers.ts';
import { readDevice, readSystem } from './devices.ts';
import { findPreview } from './previews.ts';
import { findProgram } from './programs.ts';

/** Rises with every change of what `readAgent` answers, the libraries' included. */
export const AGENT_RULES_VERSION = 2;

/** The libraries that the rules use, in the versions for which the number above stands. */
export const AGENT_RULES_LIBRARIES: Readonly<Record<string, string>> = {
  bowser: '2.15.0',
  isbot: '5.2.3',
};

/** What a user agent says of who sends it; '' = not known. */
export interface Agent {
  readonly class: 'person' | 'preview' | 'bot';
  /** Of a preview or bot the program's name. */
  readonly browser: string;
  /** The operating system, without version; people only. */
  readonly system: string;
  /** `mobile`, `tablet`, `desktop` or `tv`; people only. */
  readonly device: string;
}

/** As much of a user agent as is read, in characters. */
const LENGTH_MAX = 512;

/**
 * Tells from the header `User-Agent` who sends it: a program that looks where a link leads, another
 * program, or somebody's browser. Whoever says nothing is a program: all browsers say something.
 * Never throws; takes time that is bounded, as only the first 512 characters are read.
 */
export function readAgent(userAgent: string): Agent {
  const text = userAgent.slice(0, LENGTH_MAX).trim();
  const preview = findPreview(text);
  if (preview !== undefined) return tellProgram('preview', preview);
  const program = findProgram(text);
  if (program !== undefined) return tellProgram('bot', program);
  const system = readSystem(text);
  return {
    class: 'person',
    browser: readBrowser(text),
    system,
    device: readDevice(text, system),
  };
}

function tellProgram(programClass: 'preview' | 'bot', name: string): Agent {
  return { class: programClass, browser: name, system: '', device: '' };
}

/** How user agents are read. */
export interface AgentRules {
  /** Another number for each set of rules. */
  readonly version: number;
  read(userAgent: string): Agent;
}

export const AGENT_RULES: AgentRules = { version: AGENT_RULES_VERSION, read: readAgent };
