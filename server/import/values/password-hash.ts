const ARGON2ID =
  /^\$argon2id\$v=19\$m=(\d{1,6}),t=(\d),p=(\d)\$([A-Za-z\d+/]{11,86})\$([A-Za-z\d+/]{22,86})$/;
/** The last characters of salt and hash have fewer bits. */
const BCRYPT = /^\$2[aby]\$(\d\d)\$[./A-Za-z\d]{21}[.Oeu][./A-Za-z\d]{30}[.CGKOSWaeimquy26]$/;
const PBKDF2 = /^\$pbkdf2-sha256\$(\d{1,7})\$[\w-]{16,86}\$[\w-]{43}$/;
/** Iterations, salt, hash, and the last characters of the password, which Brisk does not keep. */
const SINK = /^sink-pwd:v1:(\d+):([\w-]+):([\w-]+):[\w-]+$/;
/** A costlier hash would take the processor at each attempt of a visitor. */
const MEMORY_MAX = 65_536; // KiB
const PASSES_MAX = 4; // and lanes
const BCRYPT_COST_MIN = 4; // the lowest one that exists
const BCRYPT_COST_MAX = 13;
const PBKDF2_ITERATIONS_MAX = 1_000_000;

/** null: no hash that Brisk can compare. */
export function readPasswordHash(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const [, iterations, salt, hash] = SINK.exec(value) ?? [];
  const text = iterations === undefined ? value : `$pbkdf2-sha256$${iterations}$${salt}$${hash}`;
  return isPasswordHash(text) ? text : null;
}

/** Hashes that `matchPassword` can compare, within the costs above. */
export function isPasswordHash(text: string): boolean {
  const [, cost] = BCRYPT.exec(text) ?? [];
  if (cost !== undefined) return isBetween(cost, BCRYPT_COST_MIN, BCRYPT_COST_MAX);
  const [, iterations] = PBKDF2.exec(text) ?? [];
  if (iterations !== undefined) return isBetween(iterations, 1, PBKDF2_ITERATIONS_MAX);
  const [, memory, passes, lanes, ...encoded] = ARGON2ID.exec(text) ?? [];
  return (
    isBetween(memory, 1, MEMORY_MAX) &&
    isBetween(passes, 1, PASSES_MAX) &&
    isBetween(lanes, 1, PASSES_MAX) &&
    encoded.every(isBase64)
  );
}

function isBetween(digits: string | undefined, min: number, max: number): boolean {
  return Number(digits) >= min && Number(digits) <= max;
}

/** Without padding. */
function isBase64(text: string): boolean {
  return Buffer.from(text, 'base64').toString('base64').replace(/=+$/, '') === text;
}
