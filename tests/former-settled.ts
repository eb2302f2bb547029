/** A settled row as it was before `011-narrow-details`; what is not said is 0. */
interface FormerSettledRow {
  readonly agent: number;
  readonly referrer?: number;
  readonly quarter?: number;
  readonly clicks: number;
  readonly visitors?: number;
}

/** Settled clicks as they were stored before `011-narrow-details`. */
export function encodeFormerSettled(rows: readonly FormerSettledRow[]): Buffer {
  const body = Buffer.alloc(8 + rows.length * 19);
  body.writeUInt8(2, 0);
  body.writeUInt32LE(rows.length, 4);
  const visitors = 8 + rows.length * 4;
  const agents = visitors + rows.length * 4;
  const referrers = agents + rows.length * 2;
  const quarters = agents + rows.length * 8;
  for (const [
    row,
    { agent, referrer = 0, quarter = 0, clicks, visitors: own = 0 },
  ] of rows.entries()) {
    body.writeUInt32LE(clicks, 8 + row * 4);
    body.writeUInt32LE(own, visitors + row * 4);
    body.writeUInt16LE(agent, agents + row * 2);
    body.writeUInt16LE(referrer, referrers + row * 2);
    body.writeUInt8(quarter, quarters + row);
  }
  return body;
}
