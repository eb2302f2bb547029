import { Journal } from '../../server/clicks/journal.ts';

/** How long clicks stay in memory. */
const HELD_MS = 1000;
/** A number of short records that the journal's memory can holdClick. */
const HELD_CLICKS = 2000;

/*
 * A faulty server: it hands clicks to the kernel up to a second after their answers. The torture
 * must detect it.
 */
const append = Reflect.get(Journal.prototype, 'append');
const stage = Reflect.get(Journal.prototype, 'stage');
const commit = Reflect.get(Journal.prototype, 'commit');
const held = new Map<Journal, number>();

function holdClick(journal: Journal): void {
  const clicks = (held.get(journal) ?? 0) + 1;
  held.set(journal, clicks);
  if (clicks < HELD_CLICKS) return;
  held.delete(journal);
  commit.call(journal);
}

Journal.prototype.commit = () => undefined;
Journal.prototype.append = function appendLater(click) {
  append.call(this, click);
  holdClick(this);
};
Journal.prototype.stage = function stageLater(...record) {
  stage.apply(this, record);
  holdClick(this);
};
setInterval(() => {
  for (const journal of held.keys()) commit.call(journal);
  held.clear();
}, HELD_MS).unref();

await import('../../server/main.ts');
