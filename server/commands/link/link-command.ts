import type { Environment } from '../../config.ts';
import { print, printMessage, type ExitCode } from '../terminal.ts';
import { addLink, editLink } from './change-link.ts';
import { UsageError } from './link-options.ts';
import { listLinks } from './list-links.ts';
import { removeLinks } from './remove-links.ts';
import { readRemoteSite, sendsTokenInTheOpen, type RemoteSite } from './remote-site.ts';

const LINK_USAGE = `Usage: brisk link add URL [options]
       brisk link list [SEARCH] [options]
       brisk link edit CODE [options]
       brisk link rm CODE... [--yes]

Works on a running site. BRISK_URL is its address, like https://go.example.com, and BRISK_TOKEN its API
token; BRISK_TOKEN_FILE names a file with the token. CODE may be a code, host/code or a whole short link.

  add           create a link and print its short link
  list          list links, the newest first; SEARCH is text of the code, URL, title, note or tags
  edit          change a link; an empty text empties a field
  rm            delete links; they can be restored for 30 days

Options of add and edit:
  --url URL           the new target (edit only)
  --code CODE         the code; edit renames the link
  --domain HOST       a further domain of the site; '' is the main one
  --title TEXT  --description TEXT  --note TEXT
  --tag NAME          a tag; repeat it for several. edit replaces all tags
  --starts TIME  --expires TIME
                      a date like 2027-01-01 in the time zone of the site, or a time with its
                      offset like 2027-01-01T09:30Z or 2027-01-01T09:30+08:00
  --days N            expire after N days
  --max-clicks N      expire after N clicks
  --fallback URL      where the link leads while it is expired, used up, off or not started
  --password-stdin    read a password from standard input, or ask for it at a terminal
  --no-password       remove the password (edit only)
  --status CODE       302, 301, 307 or 308
  --forward-query     add the query of a visit to the target; --no-forward-query ends this
  --forward-path      add the path behind the code; --no-forward-path ends this
  --rules FILE        a JSON file with the list of rules
  --in-app ask        in apps like WeChat, say how to open the link in a browser; follow ends this
  --off               switch the link off; --no-off switches it on

Options of list:
  --tag NAME          with this tag; repeated: with all of them
  --state STATE       live, scheduled, expired, off or never_clicked; repeated: any of them
  --domain HOST       of this domain; '' is the main one
  --limit N           how many (default 50)

Options of all:
  --json              print the data of the API as JSON
  --timeout N         seconds until a call fails (default 30)

Exit codes: 0 done, 1 failed, 2 wrong usage.
`;

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
