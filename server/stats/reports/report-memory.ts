import { bytesOf, type BestLinks } from './link-clicks.ts';
import { OpenDetails } from './open-details.ts';
import { OpenPeople } from './open-people.ts';
import { OpenTops } from './open-tops.ts';
import { SettledMemory } from './settled-memory.ts';
import type { SettledCopy } from './settled-copy.ts';
import type { Tally } from './tally.ts';
import type { TopSums } from './top-sums.ts';

/** How many numbers the tallies of settled days may have that are remembered: 8 bytes each. */
const TALLY_NUMBERS_MAX = 3_000_000;

/** How many bytes the tops of settled days may take, and the best links by clicks that pass filters. */
const TOPS_BYTES_MAX = 16 * 1024 * 1024;
const LINKS_BYTES_MAX = 32 * 1024 * 1024;

/** What a process that makes reports remembers from one to the next. */
export class ReportMemory {
  /** Null: settled clicks are read from the database alone. */
  readonly settledCopy: SettledCopy | null;
  readonly openDetails = new OpenDetails();
  readonly openPeople = new OpenPeople();
  readonly openTops = new OpenTops(this.openPeople);
  readonly tops = new SettledMemory<TopSums>(TOPS_BYTES_MAX, (tops) => tops.size);
  readonly links = new SettledMemory<BestLinks>(LINKS_BYTES_MAX, bytesOf);
  readonly tallies = new SettledMemory<Tally>(TALLY_NUMBERS_MAX, (tally) => tally.size);

  constructor(settledCopy: SettledCopy | null = null) {
    this.settledCopy = settledCopy;
  }
}
