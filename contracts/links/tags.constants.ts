export const TAG_DESCRIPTION_MAX = 256;

export const tagColors = [
  '',
  'gray',
  'red',
  'orange',
  'yellow',
  'green',
  'teal',
  'blue',
  'purple',
] as const;
export type TagColor = (typeof tagColors)[number];
