/** The command of the product: from the sources, or the executable of `BRISK`. */
export const COMMAND = process.env['BRISK']
  ? [process.env['BRISK']]
  : [process.execPath, 'server/main.ts'];
