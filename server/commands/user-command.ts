import { parseArgs } from 'node:util';
import { roles } from '../../contracts/access.constants.ts';
import { email, newPassword, username } from '../../contracts/account.ts';
import { readConfig } from '../config.ts';
import {
  confirm,
  countLinks,
  describeError,
  print,
  printMessage,
  readSecret,
  toPlainText,
  type ExitCode,
} from './terminal.ts';
import { describeMissing, work, type SiteOfCommand, type Work } from './work-on-accounts.ts';

const USAGE = `Usage: brisk user COMMAND

  list          list people and services
  add           print a link by which a person joins; --email ADDRESS, --role ROLE (viewer by
                default: ${roles.join(', ')}), --sees-all for an author
  reset [NAME]  set a new password, typed or read from standard input, and end all logins and API
                tokens; --keep-token keeps the tokens. NAME may be missing while there is one person
  role NAME ROLE
                change what a person may do; --sees-all for an author
  disable NAME  end the logins of a person; the links go on
  enable NAME   let the person in again
  factors NAME --remove
                remove the second factors of a person who lost them
  login NAME    print a link that logs the person in once, within 10 minutes
  delete NAME   delete a person; --links-to NAME gives the links away, --links-to-nobody leaves
                them without an owner, --links-to-bin deletes them. --yes does not ask

--json prints JSON. The commands work beside a running server. Without BASE_URL, they print the part
of a link behind the address of the site: put the address of your site in front.
`;

const options = {
  help: { type: 'boolean', short: 'h' },
  json: { type: 'boolean' },
  email: { type: 'string' },
  role: { type: 'string' },
  'sees-all': { type: 'boolean' },
  'keep-token': { type: 'boolean' },
  'links-to': { type: 'string' },
  'links-to-nobody': { type: 'boolean' },
  'links-to-bin': { type: 'boolean' },
  remove: { type: 'boolean' },
  yes: { type: 'boolean', short: 'y' },
} as const;

type Options = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

/** Where links go. `--links-to bin` is the person of that name. */
const fates = ['links-to', 'links-to-nobody', 'links-to-bin'] as const;

interface Run extends SiteOfCommand {
  readonly options: Options;
  readonly words: readonly string[];
}

interface UserCommand {
  /** The fewest and the most words behind the command. */
  readonly words: readonly [number, number];
  readonly options: readonly (keyof Options)[];
  readonly printsLink?: true;
  run(run: Run): Promise<ExitCode>;
}

const commands: Readonly<Record<string, UserCommand>> = {
  list: { words: [0, 0], options: [], run: list },
  add: { words: [0, 0], options: ['email', 'role', 'sees-all'], printsLink: true, run: add },
  reset: { words: [0, 1], options: ['keep-token'], run: reset },
  role: { words: [2, 2], options: ['sees-all'], run: setRole },
  disable: { words: [1, 1], options: [], run: (run) => setActive(run, false) },
  enable: { words: [1, 1], options: [], run: (run) => setActive(run, true) },
  factors: { words: [1, 1], options: ['remove'], run: removeFactors },
  login: { words: [1, 1], options: [], printsLink: true, run: logIn },
  delete: { words: [1, 1], options: [...fates, 'yes'], run: remove },
};

export async function runUserCommand(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<ExitCode> {
  let parsed;
  try {
    parsed = parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    return refuse(describeError(error));
  }
  const { values, positionals } = parsed;
  const [name = '', ...words] = positionals;
  if (values.help === true || name === 'help') return print(USAGE);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) return refuse(name === '' ? '' : `unknown command "user ${name}"`);
  const allowed = new Set<string>([...command.options, 'json', 'help']);
  const foreign = Object.keys(values).find((option) => !allowed.has(option));
  if (foreign !== undefined) return refuse(`"user ${name}" has no option --${foreign}`);
  const [least, most] = command.words;
  if (words.length < least || words.length > most) return refuse(`"user ${name}" needs its words`);
  const auditTo = values.json === true || command.printsLink === true ? 2 : 1;
  return command.run({ config: readConfig(env), options: values, words, auditTo });
}

function refuse(reason: string): ExitCode {
  printMessage(reason === '' ? USAGE : `${reason}\n\n${USAGE}`);
  return 2;
}

async function list(run: Run): Promise<ExitCode> {
  const accounts = await work(run, ({ room }) => room.people.list());
  if (accounts === null) return 1;
  if (run.options.json === true) return print(`${JSON.stringify(accounts)}\n`);
  const lines = accounts.map(({ username: name, role, kind, email: address, links, ...account }) =>
    [
      name,
      kind === 'service' ? `${role} (service)` : role,
      account.is_active === 1 ? '' : 'disabled',
      address,
      countLinks(links),
    ].join('\t'),
  );
  return print(lines.map((line) => `${line}\n`).join(''));
}

async function add(run: Run): Promise<ExitCode> {
  const address = email.safeParse(run.options.email);
  const role = readRole(run.options.role ?? 'viewer');
  if (!address.success) return refuse('"user add" needs --email with an address');
  if (role === null) return refuse(`there is no such role: ${roles.join(', ')}`);
  const invitation = { email: address.data, role, sees_all: run.options['sees-all'] ?? false };
  const made = await work(run, ({ room, by }) => room.people.invite(invitation, by));
  return made === null ? 1 : printLink(run, made.link);
}

function readRole(text: string) {
  return roles.find((role) => role === text) ?? null;
}

function printLink({ config, options: { json } }: Run, link: string): ExitCode {
  const path = `/admin/join#${link}`;
  const address = config.baseUrl === null ? path : new URL(path, config.baseUrl).href;
  return print(json === true ? `${JSON.stringify({ link: address })}\n` : `${address}\n`);
}

async function reset(run: Run): Promise<ExitCode> {
  const [name] = run.words;
  const accounts = await work(run, ({ room }) => room.people.list());
  if (accounts === null) return 1;
  const people = accounts.filter(({ kind }) => kind === 'person');
  if (people.length === 0) {
    printMessage('the site is not set up yet');
    return 1;
  }
  if (name === undefined && people.length > 1) {
    const names = people.map(({ username: known }) => known).join(', ');
    return refuse(`"user reset" needs a name: ${names}`);
  }
  const typed = username.safeParse(name ?? people[0]!.username);
  const person = people.find(({ username: known }) => known === typed.data);
  if (person === undefined) {
    printMessage(describeMissing(name ?? '', people));
    return 1;
  }
  const password = newPassword.safeParse(await readSecret('New password: '));
  if (!password.success) {
    printMessage('the password must have 6 to 256 characters');
    return 2;
  }
  const keepsTokens = run.options['keep-token'] ?? false;
  const isChanged = await work(run, ({ room, by: { actor } }) =>
    room.accounts.resetPassword(person.username, password.data, { keepsTokens, actor }),
  );
  if (isChanged === null) return 2;
  return report(
    run,
    { username: person.username },
    `the password of ${person.username} is changed`,
  );
}

async function setRole(run: Run): Promise<ExitCode> {
  const [name = '', text = ''] = run.words;
  const role = readRole(text);
  if (role === null) return refuse(`there is no such role: ${roles.join(', ')}`);
  const seesAll = run.options['sees-all'] ?? false;
  return change(run, `${name} is ${role}`, async ({ room, by }, id) => {
    await room.people.setRole({ id, role, sees_all: seesAll }, by);
    return { role };
  });
}

async function setActive(run: Run, isActive: boolean): Promise<ExitCode> {
  const sentence = `${run.words[0]} is ${isActive ? 'enabled' : 'disabled'}`;
  return change(run, sentence, async ({ room, by }, id) => {
    await room.people.setActive(id, isActive, by);
    return { is_active: Number(isActive) };
  });
}

async function removeFactors(run: Run): Promise<ExitCode> {
  if (run.options.remove !== true) return refuse('"user factors" needs --remove');
  const sentence = `the second factors of ${run.words[0]} are removed`;
  return change(run, sentence, async ({ room, by }, id) => {
    await room.people.removeFactors(id, by);
    return {};
  });
}

/** Changes the person that the first word names. `edit` returns what JSON tells besides. */
async function change(
  run: Run,
  sentence: string,
  edit: (work: Work, id: number) => Promise<object>,
): Promise<ExitCode> {
  const done = await work(run, async (site) => {
    const { id, username: found } = await site.find(run.words[0]!);
    return { username: found, ...(await edit(site, id)) };
  });
  return report(run, done, sentence);
}

async function logIn(run: Run): Promise<ExitCode> {
  const [name = ''] = run.words;
  const made = await work(run, async ({ room, by, find }) =>
    room.people.makeLink((await find(name)).id, 'login', by),
  );
  return made === null ? 1 : printLink(run, made.link);
}

async function remove(run: Run): Promise<ExitCode> {
  const [name = ''] = run.words;
  const fate = fates.filter((option) => run.options[option] !== undefined);
  if (fate.length !== 1) return refuse('"user delete" needs --links-to NAME or its like, once');
  const to = run.options['links-to'];
  const question = `Delete ${toPlainText(name)}? This cannot be undone. [y/N] `;
  if (run.options.yes !== true && !(await confirm(question))) return 1;
  const deleted = await work(run, async ({ room, by, find }) => {
    const { id, username: found } = await find(name);
    const place = fate[0] === 'links-to-bin' ? ('bin' as const) : 0;
    const links_to = to === undefined ? place : (await find(to)).id;
    const { links } = await room.people.delete({ id, links_to }, by);
    return { username: found, links };
  });
  const where = to ?? fate[0]!.slice('links-to-'.length);
  return report(
    run,
    deleted,
    `${name} is deleted; ${countLinks(deleted?.links ?? 0)} went to ${where}`,
  );
}

function report({ options: { json } }: Run, done: object | null, sentence: string): ExitCode {
  if (done === null) return 1;
  if (json === true) return print(`${JSON.stringify(done)}\n`);
  printMessage(toPlainText(sentence));
  return 0;
}
