import { readFileSync } from 'node:fs';
import packageJson from '../package.json' with { type: 'json' };

/** Prints the CHANGELOG section of the version in package.json. */
const version = process.argv[2] ?? packageJson.version;
const sections = readFileSync('CHANGELOG.md', 'utf8').split(/^## \[/m);
const section = sections.find((text) => text.startsWith(`${version}]`));
if (version !== packageJson.version) {
  console.error(`package.json says ${packageJson.version}, not ${version}`);
  process.exitCode = 1;
} else if (section === undefined) {
  console.error(`CHANGELOG.md has no section [${version}]`);
  process.exitCode = 1;
} else {
  console.log(section.slice(section.indexOf('\n')).trim());
}
