import { clickClasses } from '../../contracts/stats.ts';
import type { DetailColumns } from './detail.ts';

/** The numbers of the classes, as sums and facts have them. */
export const PERSON = clickClasses.indexOf('person');
export const SCAN = clickClasses.indexOf('scan');
export const PREVIEW = clickClasses.indexOf('preview');
export const BOT = clickClasses.indexOf('bot');
export const CLASSES = clickClasses.length;

/** The class of a click, from that of its user agent: only people scan a QR code. */
export function classOf(agentClass: number, isScan: boolean): number {
  return agentClass === PERSON && isScan ? SCAN : agentClass;
}

/** Whether a row of a detail is a click of people, by what the user agents mean. */
export function isPeoplesRow(
  agents: readonly { readonly class: number }[],
  { agent, scan }: Pick<DetailColumns, 'agent' | 'scan'>,
  row: number,
): boolean {
  return isPeople(classOf(agents[agent[row]!]!.class, scan[row] === 1));
}

export function isPeople(clickClass: number): boolean {
  return clickClass === PERSON || clickClass === SCAN;
}

/** Class → 1 when its clicks are people's. */
export const peoplesClasses = Uint8Array.from({ length: CLASSES }, (_, own) =>
  isPeople(own) ? 1 : 0,
);
