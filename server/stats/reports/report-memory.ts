import type { SettledLinks } from './link-counts.ts';
import { OpenDetails } from './open-details.ts';
import { OpenPeople } from './open-people.ts';
import { OpenTops } from './open-tops.ts';
import { SettledMemory } from './settled-memory.ts';
import type { SettledCopy } from './settled-copy.ts';
import type { Tally } from './tally.ts';
import type { TopSums } from './top-sums.ts';

/** How many numbers the tallies of settled days may have that are remembered: 8 bytes each. */
const TALLY_NUMBERS_MAX = 3_000_000;

/**
 * How many bytes the tops of settled days may take, and the links with clicks that pass filters. A list of
 * a million links takes 4 MB: whoever goes to and fro between a dozen filters finds them again.
 */
const TOPS_BYTES_MAX = 16 * 1024 * 1024;
const LINKS_BYTES_MAX = 64 * 1024 * 1024;

/** What a process that makes reports remembers from one to the next. */
export class ReportMemory {
  /** Null: settled clicks are read from the database alone. */
  readonly settledCopy: SettledCopy | null;
  readonly openDetails = new OpenDetails();
  readonly openPeople = new OpenPeople();
  readonly openTops = new OpenTops(this.openPeople);
  readonly tops = new SettledMemory<TopSums>(TOPS_BYTES_MAX, (tops) => tops.size);
  readonly links = new SettledMemory<SettledLinks>(LINKS_BYTES_MAX, ({ bytes }) => bytes);
  readonly tallies = new SettledMemory<Tally>(TALLY_NUMBERS_MAX, (tally) => tally.size);

  constructor(settledCopy: SettledCopy | null = null) {
    this.settledCopy = settledCopy;
  }
}
