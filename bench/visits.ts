/** How many requests a second, as long as the server keeps up. */
const RATE = 2000;
const TICK_MS = 5;

/**
 * A process of its own that visits the links named on its command line in turn, at a steady rate
 * whether the answers come or not. Each message that it gets starts a new count; it answers with
 * the milliseconds that every visit since the last took.
 */
const urls = process.argv.slice(2);
let times: number[] = [];

async function visit(url: string, due: number): Promise<void> {
  const response = await fetch(url, { redirect: 'manual' });
  if (response.status !== 302) throw new Error(`HTTP ${response.status} from ${url}`);
  // From when it was due: a client that is late must not make the server look fast.
  times.push(performance.now() - due);
}

const begun = performance.now();
let sent = 0;
setInterval(() => {
  const wanted = Math.floor(((performance.now() - begun) / 1000) * RATE);
  for (; sent < wanted; sent += 1) {
    void visit(urls[sent % urls.length]!, begun + (sent / RATE) * 1000);
  }
}, TICK_MS);

process.on('message', () => {
  process.send?.(times);
  times = [];
});
