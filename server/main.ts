import { parseArgs } from 'node:util';
import { options, refuse, USAGE, type Command, type Options } from './commands/command.ts';
import { exportLinks } from './commands/export-links.ts';
import { importLinks } from './commands/import-links.ts';
import { runAsBackground, runAsWorker, serve } from './commands/run-server.ts';
import {
  backUpSite,
  flush,
  moveSite,
  printVersions,
  restoreSite,
} from './commands/site-commands.ts';
import { describeError, print, printError, type ExitCode } from './commands/terminal.ts';
import { readConfig } from './config.ts';
import { VERSION } from './version.ts';

// Commands import what they need when they run: child processes must be small and start quickly.

const commands: Readonly<Record<string, Command>> = {
  serve: { run: serve },
  import: {
    takesFile: true,
    takesJob: true,
    options: ['timezone', 'report', 'actor', 'own-host', 'job', 'check', 'yes', 'resume', 'undo'],
    run: importLinks,
  },
  export: { takesFile: true, options: ['format', 'static'], run: exportLinks },
  backup: { takesFile: true, options: ['force', 'report'], run: backUpSite },
  restore: { takesFile: true, run: restoreSite },
  move: { options: ['to'], run: moveSite },
  flush: { run: flush },
  // Only the server starts these.
  worker: { run: runAsWorker },
  background: { run: runAsBackground },
};

async function run(args: readonly string[]): Promise<ExitCode> {
  if (args[0] === 'link') {
    const { runLinkCommand } = await import('./commands/link/link-command.ts');
    return runLinkCommand(args.slice(1), process.env);
  }
  if (args[0] === 'user') {
    const { runUserCommand } = await import('./commands/user-command.ts');
    return runUserCommand(args.slice(1), process.env);
  }
  let parsed;
  try {
    parsed = parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    return refuse(describeError(error));
  }
  const { values, positionals } = parsed;
  const words = positionals.join(' ') || 'serve';
  if (values.help === true || words === 'help') return print(USAGE);
  if (values.version === true) return print(`${VERSION}\n`);
  if (words === 'version') return printVersions();
  const match = findCommand(words, positionals);
  if (match === null) return refuse(`unknown command "${words}"`);
  const { name, command, rest } = match;
  const given = Object.keys(values) as (keyof Options)[];
  const foreign = given.find((option) => command.options?.includes(option) !== true);
  if (foreign !== undefined) return refuse(`"${name}" has no option --${foreign}`);
  const { takesFile = false, takesJob = false } = command;
  const isJob = takesJob && (values.job ?? values.undo ?? values.resume) !== undefined;
  if (rest.length !== (takesFile && !isJob ? 1 : 0)) {
    return refuse(takesFile ? `"${name}" needs one file` : `unknown command "${words}"`);
  }
  return command.run(readConfig(process.env), values, rest[0] ?? '');
}

function findCommand(words: string, positionals: readonly string[]) {
  for (const [name, command] of Object.entries(commands)) {
    if (words !== name && !words.startsWith(`${name} `)) continue;
    return { name, command, rest: positionals.slice(name.split(' ').length) };
  }
  return null;
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  printError(error);
  // Open handles must not keep the process alive.
  process.exit(1);
}
