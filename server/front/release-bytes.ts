/** Smaller buffers may share a pool. */
const LARGE_BYTES = 16 * 1024;

/** The garbage collector does not know what sockets read, and would let megabytes pile up. */
export function releaseBytes({ buffer }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength >= LARGE_BYTES) buffer.transfer(0);
}
