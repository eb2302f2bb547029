import packageJson from '../package.json' with { type: 'json' };

export const VERSION: string = packageJson.version;
/** As in the CHANGELOG. */
export const VERSION_DATE = '2026-11-26';
