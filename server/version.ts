import packageJson from '../package.json' with { type: 'json' };

export const VERSION: string = packageJson.version;
/** The day of the version, as the CHANGELOG has it. */
export const VERSION_DATE = '2026-11-21';
