export const guideChapters = [
  'start',
  'links',
  'link',
  'bin',
  'statistics',
  'domains',
  'import',
  'settings',
  'account',
  'people',
  'api',
] as const;

export type GuideChapter = (typeof guideChapters)[number];
