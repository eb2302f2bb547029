import type { LinkPeople } from '../link-people.ts';
import { placesOf, uniteLinks } from '../link-runs.ts';

/** Links, the lowest id first, and how many clicks each has on some days, and had on those before. */
export interface LinkClicks {
  readonly linkIds: Float64Array;
  readonly now: Int32Array;
  readonly before: Int32Array;
}

/** Links that have clicks: the best of many, and of those that have none now those with most before. */
export interface BestLinks extends LinkClicks {
  /** How many any of the others has now at most. */
  readonly othersNow: number;
  /** How many any of the others that has none now had before at most. */
  readonly othersSilent: number;
}

/** Puts beside what links have what they had. */
export function align(now: LinkPeople, before: LinkPeople): LinkClicks {
  if (now.linkIds === before.linkIds) {
    return { linkIds: now.linkIds, now: now.people, before: before.people };
  }
  const linkIds = uniteLinks([now.linkIds, before.linkIds]);
  return {
    linkIds,
    now: spread(now.people, placesOf(now.linkIds, linkIds), linkIds.length),
    before: spread(before.people, placesOf(before.linkIds, linkIds), linkIds.length),
  };
}

/** The same of more links, of which the others have none. */
export function spreadClicks({ linkIds, now, before }: LinkClicks, all: Float64Array): LinkClicks {
  const places = placesOf(linkIds, all);
  return {
    linkIds: all,
    now: spread(now, places, all.length),
    before: spread(before, places, all.length),
  };
}

function spread(clicks: Int32Array, places: Int32Array, links: number): Int32Array {
  const placed = new Int32Array(links);
  for (let at = 0; at < places.length; at += 1) placed[places[at]!] = clicks[at]!;
  return placed;
}

/** Keeps about so many links with most clicks, and about so many that have none now. */
export function keepBest(clicks: LinkClicks, max: number): BestLinks {
  const { linkIds, now, before } = clicks;
  const samples = takeSamples(clicks);
  // Of so many samples as many are among the best as of all links.
  const among = (max * samples.now.length) / linkIds.length;
  const othersNow = boundOthers(samples.now, among);
  const othersSilent = boundOthers(samples.silent, among);
  const places: number[] = [];
  for (let place = 0; place < linkIds.length; place += 1) {
    // Few have so much: the processor guesses right.
    const isSilent = before[place]! > othersSilent && now[place] === 0;
    if (now[place]! > othersNow || isSilent) places.push(place);
  }
  const best = {
    linkIds: new Float64Array(places.length),
    now: new Int32Array(places.length),
    before: new Int32Array(places.length),
  };
  for (const [at, place] of places.entries()) {
    best.linkIds[at] = linkIds[place]!;
    best.now[at] = now[place]!;
    best.before[at] = before[place]!;
  }
  return { ...best, othersNow, othersSilent };
}

/** How many links are looked at to learn how many clicks many have. */
const SAMPLES = 1 << 14;
/** The golden section: steps of it, of which whole rounds are taken away, lie everywhere alike. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;
/** Above so many clicks links are not told apart. */
const BOUND_MAX = 65_535;

/** What some links have that lie everywhere alike: now, and before if they have none now. */
function takeSamples({ linkIds, now, before }: LinkClicks) {
  const links = linkIds.length;
  const looked = Math.min(links, SAMPLES);
  const step = looked === links ? 1 : Math.round(GOLDEN * links);
  const samples = { now: new Int32Array(looked), silent: new Int32Array(looked) };
  for (let i = 0, place = 0; i < looked; i += 1) {
    samples.now[i] = now[place]!;
    if (now[place] === 0) samples.silent[i] = before[place]!;
    place += step;
    if (place >= links) place -= links;
  }
  return samples;
}

/** The least number of clicks above which are no more than so many samples, or about so many where many are alike. */
function boundOthers(samples: Int32Array, max: number): number {
  const having = new Int32Array(BOUND_MAX + 2);
  for (let i = 0; i < samples.length; i += 1) {
    having[Math.min(samples[i]!, BOUND_MAX + 1)]! += 1;
  }
  let bound = BOUND_MAX;
  for (let above = having[BOUND_MAX + 1]!; bound > 0; bound -= 1) {
    above += having[bound]!;
    if (above > max) break;
  }
  return bound;
}

/** How many bytes they take, about. */
export function bytesOf({ linkIds, now, before }: LinkClicks): number {
  return linkIds.byteLength + now.byteLength + before.byteLength;
}
