import { readFileSync } from 'node:fs';

/** How many bytes of a file a process has in the memory that it has mapped; 0 where it is not mapped. Linux only. */
export function countMappedBytes(pid: number, file: string): number {
  const [, mapping = ''] = readFileSync(`/proc/${pid}/smaps`, 'utf8').split(file);
  return Number(/^Rss: +(\d+) kB$/m.exec(mapping)?.[1] ?? 0) * 1024;
}
