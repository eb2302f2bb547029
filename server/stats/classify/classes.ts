import { audiences, clickClasses, type Audience } from '../../../contracts/stats.ts';

/** The numbers of the classes, as batches have them. */
export const PERSON = clickClasses.indexOf('person');
export const SCAN = clickClasses.indexOf('scan');
export const PREVIEW = clickClasses.indexOf('preview');
export const BOT = clickClasses.indexOf('bot');

/** The class of each kind of user agent. */
export const agentClasses = { person: PERSON, preview: PREVIEW, bot: BOT } as const;

/** The class of a click, from that of its user agent: only people scan a QR code. */
export function classOf(agentClass: number, isScan: boolean): number {
  return agentClass === PERSON && isScan ? SCAN : agentClass;
}

export function isPeople(clickClass: number): boolean {
  return clickClass === PERSON || clickClass === SCAN;
}

/** The classes that an audience is of. */
export const classesOf: Readonly<Record<Audience, readonly number[]>> = Object.fromEntries(
  audiences.map((audience) => [
    audience,
    [...clickClasses.keys()].filter(
      (own) =>
        audience === 'all' ||
        (audience === 'people' ? isPeople(own) : clickClasses[own] === audience),
    ),
  ]),
) as unknown as Record<Audience, readonly number[]>;
