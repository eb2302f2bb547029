import {
  audiences,
  clickClasses,
  type Audience,
} from '../../../contracts/stats/stats.constants.ts';

/** The numbers of the classes in batches. */
export const PERSON = clickClasses.indexOf('person');
export const SCAN = clickClasses.indexOf('scan');
export const PREVIEW = clickClasses.indexOf('preview');
export const BOT = clickClasses.indexOf('bot');

/** Of a browser that loads the link into a page, without a click. */
export const EMBEDDING = BOT;

export const agentClasses = { person: PERSON, preview: PREVIEW, bot: BOT } as const;

export function classOf(agentClass: number, isScan: boolean): number {
  return agentClass === PERSON && isScan ? SCAN : agentClass;
}

export function isPeople(clickClass: number): boolean {
  return clickClass === PERSON || clickClass === SCAN;
}

export const classesOf: Readonly<Record<Audience, readonly number[]>> = Object.fromEntries(
  audiences.map((audience) => [
    audience,
    [...clickClasses.keys()].filter(
      (clickClass) =>
        audience === 'all' ||
        (audience === 'people' ? isPeople(clickClass) : clickClasses[clickClass] === audience),
    ),
  ]),
) as unknown as Record<Audience, readonly number[]>;
