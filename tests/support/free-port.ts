import { createServer } from 'node:net';

/*
 * Ports below those that the system gives to servers on port 0 and to connections: between the
 * probe and its use, only another search could take one. Each process searches in its own order.
 */
const FIRST = 15_000;
const COUNT = 17_000;
let last = (process.pid * 7919) % COUNT;

export async function findFreePort(host: string): Promise<number> {
  for (let tries = 0; tries < COUNT; tries += 1) {
    last = (last + 1) % COUNT;
    if (await canListen(host, FIRST + last)) return FIRST + last;
  }
  throw new Error('no port is free');
}

function canListen(host: string, port: number): Promise<boolean> {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.on('error', () => resolve(false));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
}
