import { wakeSooner } from '../server/priority.ts';

const TICK_MS = 1;

/**
 * Visits links in turn at a fixed rate, without waiting for answers. Arguments: the visits a
 * second, and the URLs. Each message makes it send the milliseconds of all visits after the last
 * message.
 */
const rate = Number(process.argv[2]);
const urls = process.argv.slice(3);
let times: number[] = [];

async function visit(url: string, due: number): Promise<void> {
  const response = await fetch(url, { redirect: 'manual' });
  if (response.status !== 302) throw new Error(`HTTP ${response.status} from ${url}`);
  // Measured from the due time, so that a late client does not make the server look fast.
  times.push(performance.now() - due);
}

// Real visitors have other machines, so other processes here must not delay them.
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
