import { FolderFailure } from './packed-binding.ts';

interface Rule {
  readonly pattern: RegExp;
  readonly reason: string;
  readonly hint: string;
}

/** Patterns for the loaders of glibc, musl and macOS, and for system errors. */
const rules: readonly Rule[] = [
  {
    pattern: /GLIBC(?:XX)?_[\d.]+'? not found|CXXABI_[\d.]+'? not found/,
    reason: 'the C or C++ library of this system is too old',
    hint: 'use a newer system or the Docker image',
  },
  {
    pattern: /libc\.so|ld-linux|ld-musl|libc\.musl|symbol not found|relocating/,
    reason: 'the C library of this system is of another kind',
    hint: 'use the executable for this system: linux-x64 and linux-arm64 need glibc, those with -musl need musl',
  },
  {
    pattern: /libstdc\+\+|libgcc_s/,
    reason: 'the C++ library is missing',
    hint: 'install the package libstdc++6 (Debian) or libstdc++ (Alpine)',
  },
  {
    pattern: /failed to map segment|dlopen.*Operation not permitted|not valid for use in process/,
    reason: 'the file system does not let programs run',
    hint: 'mount it without noexec, or set TMPDIR to a folder that is',
  },
  {
    pattern: /ENOSPC|EDQUOT|no space left/i,
    reason: 'there is no room',
    hint: 'free 80 MB',
  },
  {
    pattern: /EROFS|EACCES|EPERM|another user/,
    reason: 'the folder cannot be written',
    hint: 'let the user that runs Brisk own it',
  },
  { pattern: /ENOTDIR/, reason: 'a file is in its place', hint: 'move the file away' },
  { pattern: /ENOENT/, reason: 'the folder does not exist', hint: 'create it' },
  {
    pattern: /unsupported arch|Cannot find (?:module|package)/,
    reason: `there is no DuckDB for ${process.platform}-${process.arch} here`,
    hint: 'run npm ci, or use a platform that DuckDB supports',
  },
];

/** One line for an operator: why DuckDB cannot be loaded, and how to fix it. */
export function describeLoadFailure(error: unknown): string {
  const failures: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
  const byReason = Map.groupBy(failures, describeReason);
  const reasons = [...byReason].map(([reason, alike]) => {
    const folders = alike.flatMap((failure) =>
      failure instanceof FolderFailure ? [failure.folder] : [],
    );
    return folders.length === 0 ? reason : `${folders.join(' and ')}: ${reason}`;
  });
  return `DuckDB cannot be loaded: ${reasons.join('; ')}`;
}

function describeReason(failure: unknown): string {
  const cause = failure instanceof FolderFailure ? failure.cause : failure;
  const text = cause instanceof Error ? cause.message : String(cause);
  const rule = rules.find(({ pattern }) => pattern.test(text));
  return rule === undefined ? text : `${rule.reason} (${rule.hint})`;
}
