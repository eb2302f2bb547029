import { Journal } from '../../server/clicks/journal.ts';

/** How long clicks stay in memory, in milliseconds. */
const HELD_MS = 1000;
/** How many records surely fit into the journal's memory: those of visitors are short. */
const HELD_CLICKS = 2000;

/*
 * The server as it must not be: clicks are handed to the kernel once a second, long after their
 * answers. The torture must tell it from the product.
 */
const append = Reflect.get(Journal.prototype, 'append');
const stage = Reflect.get(Journal.prototype, 'stage');
const commit = Reflect.get(Journal.prototype, 'commit');
const held = new Map<Journal, number>();

function hold(journal: Journal): void {
  const clicks = (held.get(journal) ?? 0) + 1;
  held.set(journal, clicks);
  if (clicks < HELD_CLICKS) return;
  held.delete(journal);
  commit.call(journal);
}

Journal.prototype.commit = () => undefined;
Journal.prototype.append = function appendLater(click) {
  append.call(this, click);
  hold(this);
};
Journal.prototype.stage = function stageLater(...record) {
  stage.apply(this, record);
  hold(this);
};
setInterval(() => {
  for (const journal of held.keys()) commit.call(journal);
  held.clear();
}, HELD_MS).unref();

await import('../../server/main.ts');
