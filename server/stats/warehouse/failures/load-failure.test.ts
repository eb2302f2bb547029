import { expect, test } from 'bun:test';
import { describeLoadFailure } from '../duckdb.ts';
import { FolderFailure } from '../packed-binding.ts';

test.each([
  [
    'libduckdb.so: failed to map segment from shared object',
    /programs run \(mount it without noexec/,
  ],
  ["/lib/libc.so.6: version `GLIBC_2.38' not found (required by libduckdb.so)", /too old/],
  ['libc.musl-x86_64.so.1: cannot open shared object file', /of another kind/],
  ['Error relocating libduckdb.so: __res_init: symbol not found', /of another kind/],
  ['libstdc++.so.6: cannot open shared object file', /install the package/],
  ['ENOSPC: no space left on device, write', /no room \(free 80 MB\)/],
  ["EROFS: read-only file system, mkdir '/data/cache'", /cannot be written/],
  ["Error loading duckdb native binding: unsupported arch 'riscv64'", /no DuckDB for/],
])('"%s" is explained', (message, explanation) => {
  expect(describeLoadFailure(new Error(message))).toMatch(explanation);
});

test('folders with the same failure are named together', () => {
  const failures = ['/data/cache', '/tmp/brisk-1'].map(
    (folder) => new FolderFailure(folder, new Error('ENOSPC: no space left on device')),
  );
  expect(describeLoadFailure(new AggregateError(failures))).toBe(
    'DuckDB cannot be loaded: /data/cache and /tmp/brisk-1: there is no room (free 80 MB)',
  );
});

test('an unknown failure is reported with its own message', () => {
  expect(describeLoadFailure(new Error('odd'))).toBe('DuckDB cannot be loaded: odd');
});
