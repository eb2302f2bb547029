const INSTANT = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(Z|[+-]\d\d:\d\d)?)?$/;

/** Unix seconds of a date or a time; null = neither. Without a zone, that of the machine. */
export function readInstant(text: string): number | null {
  const [, year, month, day, clock = '00:00', zone = ''] = INSTANT.exec(text) ?? [];
  if (year === undefined || month === undefined || day === undefined) return null;
  // The 31st of a short month would be the 1st of the next.
  const date = new Date(`${year}-${month}-${day}T00:00Z`);
  if (date.getUTCDate() !== Number(day)) return null;
  const seconds = new Date(`${year}-${month}-${day}T${clock}${zone}`).getTime() / 1000;
  return Number.isNaN(seconds) || seconds <= 0 ? null : Math.floor(seconds);
}
