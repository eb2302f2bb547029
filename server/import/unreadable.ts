import { Problem } from '../http/problem.ts';

const FORMATS =
  'Brisk reads JSON of YOURLS, Polr, Zurl, Shlink, Kutt, Sink and Brisk: an export, an answer of ' +
  'their API, or their table of links from phpMyAdmin, Adminer, HeidiSQL, Navicat or DBeaver; ' +
  'also with one object a line';

/** Refuses a whole file and lists the readable formats. */
export function unreadable(reason: string): Problem {
  return new Problem('import.unreadable', { field: 'file', reason: `${reason}. ${FORMATS}` });
}
