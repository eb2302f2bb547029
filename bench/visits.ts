import { wakeSooner } from '../server/priority.ts';

const TICK_MS = 1;

/**
 * A process of its own that visits the links named on its command line in turn, as many a second
 * as its first word says, whether the answers come or not. Each message that it gets starts a new
 * count; it answers with the milliseconds that every visit since the last took.
 */
const rate = Number(process.argv[2]);
const urls = process.argv.slice(3);
let times: number[] = [];

async function visit(url: string, due: number): Promise<void> {
  const response = await fetch(url, { redirect: 'manual' });
  if (response.status !== 302) throw new Error(`HTTP ${response.status} from ${url}`);
  // From when it was due: a client that is late must not make the server look fast.
  times.push(performance.now() - due);
}

// Visitors have machines of their own: whoever else is on this one does not keep them waiting.
wakeSooner();
const begun = performance.now();
let sent = 0;
setInterval(() => {
  const wanted = Math.floor(((performance.now() - begun) / 1000) * rate);
  while (sent < wanted) {
    sent += 1;
    void visit(urls[sent % urls.length]!, begun + (sent / rate) * 1000);
  }
}, TICK_MS);

process.on('message', () => {
  process.send?.(times);
  times = [];
});
