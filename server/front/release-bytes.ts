/** Smaller ones may lie in a pool with others, and leave little behind. */
const LARGE_BYTES = 16 * 1024;

/**
 * Frees bytes at once that nothing reads any more. The collector is not told how much a socket has
 * read, and comes when hundreds of megabytes of it are dead.
 */
export function releaseBytes({ buffer }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength >= LARGE_BYTES) buffer.transfer(0);
}
