import type { AccountRow } from '../account/account.store.ts';
import type { AccountRoom } from '../account/account-room.ts';
import type { Manager } from '../account/people.ts';
import type { Config } from '../config.ts';
import type { Outcome } from '../own-command.ts';
import { printMessage, toPlainText } from './terminal.ts';

export interface SiteOfCommand {
  readonly config: Config;
  /** What a command prints for programs stands alone on standard output. */
  readonly auditTo: 1 | 2;
}

type Found = Pick<AccountRow, 'id' | 'username'>;

export interface Work {
  readonly room: AccountRoom;
  readonly by: Manager;
  /** Throws a {@link Missing}. */
  readonly find: (name: string) => Promise<Found>;
}

/** No account has the name. */
class Missing extends Error {}

/** Runs in the site's database, tells what went wrong, and writes the lines of the audit. */
export async function work<Result>(
  { config, auditTo }: SiteOfCommand,
  change: (work: Work) => Promise<Result>,
): Promise<Result | null> {
  const { auditCommand, withAccounts } = await import('../maintenance.ts');
  try {
    const outcome = await withAccounts(config, (room, by) => {
      const find = async (name: string): Promise<Found> => {
        const accounts = await room.people.list();
        const found = accounts.find((account) => account.username === name.toLowerCase());
        if (found === undefined) throw new Missing(describeMissing(name, accounts));
        return found;
      };
      return change({ room, by, find });
    });
    if ('problem' in outcome) {
      printMessage(explain(outcome));
      return null;
    }
    auditCommand(outcome.events, auditTo);
    return outcome.report;
  } catch (error) {
    if (!(error instanceof Missing)) throw error;
    printMessage(error.message);
    return null;
  }
}

export function describeMissing(
  name: string,
  accounts: readonly { readonly username: string }[],
): string {
  if (accounts.length === 0) return 'the site is not set up yet';
  const names = accounts.map(({ username: known }) => known).join(', ');
  return `nobody is called ${toPlainText(name)}. These are there: ${names}`;
}

const explanations: Readonly<Record<string, string>> = {
  'account.last-owner': 'this is the last owner: make someone else an owner first',
  'account.password-weak': 'the password is too easy to guess',
  'account.password-short': 'the password is too short',
  'account.unknown': 'there is no such account',
  'call.not-allowed': 'a service cannot do this',
};

function explain({ problem }: Extract<Outcome<unknown>, { problem: unknown }>): string {
  return explanations[problem] ?? problem;
}
