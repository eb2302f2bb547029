import { createDetail, openColumns, type OpenDetail } from '../detail.ts';
import { placesOf, uniteLinks, writePlaces, type LinkRuns } from '../link-runs.ts';

/** Clicks of a link on a day, or of the site, whose rows these are then. */
export interface SomeRows {
  readonly detail: OpenDetail;
  readonly runs: LinkRuns | null;
}

/** Clicks of a day that is open, to which more come: however many parts these are, reports go through one. */
export class OpenRows {
  detail = createDetail('open', 0).detail;
  /** Row → 1 when it is the first click of its visitor on this day, by the quarter. */
  isFirst = new Uint8Array();
  /** Of the site the links that have any, the lowest id first, and the place of that of each row. */
  linkIds: Float64Array = new Float64Array();
  places = new Int32Array();
  /** The same with room for more rows. */
  #room = { detail: this.detail, isFirst: this.isFirst, places: this.places };

  /** Adds rows behind those that are there; none is the first of its visitor. */
  append(some: readonly SomeRows[]): void {
    const from = this.detail.rows;
    const rows = some.reduce((sum, { detail }) => sum + detail.rows, from);
    if (rows > this.#room.detail.rows) this.#grow(2 * rows);
    this.#addLinks(some.flatMap(({ runs }) => runs ?? []));
    const { detail, isFirst, places } = this.#room;
    let at = from;
    for (const { detail: own, runs } of some) {
      for (const name of openColumns) detail[name].set(own[name], at);
      if (runs !== null) writePlaces(runs, this.linkIds, places, at);
      at += own.rows;
    }
    this.detail = viewRows(detail, rows);
    this.isFirst = isFirst.subarray(0, rows);
    this.places = places.subarray(0, rows);
  }

  #grow(rows: number): void {
    const { detail } = createDetail('open', rows);
    for (const name of openColumns) detail[name].set(this.detail[name]);
    const [isFirst, places] = [new Uint8Array(rows), new Int32Array(rows)];
    isFirst.set(this.isFirst);
    places.set(this.places);
    this.#room = { detail, isFirst, places };
  }

  /** Makes place among the links for those that are not there. */
  #addLinks(runs: readonly LinkRuns[]): void {
    const linkIds = uniteLinks([this.linkIds, ...runs.map((own) => own.linkIds)]);
    if (linkIds.length === this.linkIds.length) return;
    const moved = placesOf(this.linkIds, linkIds);
    const { places } = this.#room;
    for (let row = 0; row < this.detail.rows; row += 1) places[row] = moved[places[row]!]!;
    this.linkIds = linkIds;
  }
}

function viewRows(detail: OpenDetail, rows: number): OpenDetail {
  const columns = openColumns.map((name) => [name, detail[name].subarray(0, rows)] as const);
  return { ...detail, ...Object.fromEntries(columns), rows };
}
