import { Journal } from '../../server/clicks/journal/journal.ts';

const HELD_MS = 1000;
/** The journal's memory can hold this many short records. */
const HELD_CLICKS = 2000;

/* A faulty server, which the torture must detect: it writes clicks a second after their answers. */
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
