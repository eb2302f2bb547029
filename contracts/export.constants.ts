/** Only JSON can be imported without loss. */
export const exportFormats = ['json', 'csv'] as const;
export type ExportFormat = (typeof exportFormats)[number];
