import type { Environment } from '../../config.ts';
import { print, printMessage, type ExitCode } from '../terminal.ts';
import { addLink, editLink } from './change-link.ts';
import { UsageError } from './link-options.ts';
import { LINK_USAGE } from './link-usage.ts';
import { listLinks } from './list-links.ts';
import { removeLinks } from './remove-links.ts';
import { readRemoteSite, sendsTokenInTheOpen, type RemoteSite } from './remote-site.ts';

/** Reads the options, then opens the site. */
type Action = (args: readonly string[], open: () => RemoteSite) => Promise<ExitCode>;

const actions = new Map<string | undefined, Action>([
  ['add', addLink],
  ['list', listLinks],
  ['edit', editLink],
  ['rm', removeLinks],
]);

export async function runLinkCommand(args: readonly string[], env: Environment): Promise<ExitCode> {
  const [name, ...rest] = args;
  // What follows -- is no option.
  const named = args.includes('--') ? args.slice(0, args.indexOf('--')) : args;
  if (name === 'help' || named.includes('--help') || named.includes('-h')) return print(LINK_USAGE);
  const action = actions.get(name);
  if (action === undefined) {
    return refuse(name === undefined ? 'what to do is missing' : `unknown command "link ${name}"`);
  }
  try {
    return await action(rest, () => openSite(env));
  } catch (error) {
    if (error instanceof UsageError) return refuse(error.message);
    throw error;
  }
}

function openSite(env: Environment): RemoteSite {
  const site = readRemoteSite(env);
  if (sendsTokenInTheOpen(site.url)) {
    printMessage(
      `brisk: warning: ${site.url.origin} is not https: others on the network can read the token`,
    );
  }
  return site;
}

function refuse(reason: string): ExitCode {
  printMessage(`brisk: ${reason}\n\n${LINK_USAGE}`);
  return 2;
}
