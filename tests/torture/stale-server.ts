import { TargetCache } from '../../server/redirect/target-cache.ts';

/** How long a changed link is remembered as it was, in milliseconds. */
const STALE_MS = 100;

/*
 * The server as it must not be: redirects go on to lead where they led before a change. The
 * torture must tell it from the product.
 */
const forget = Reflect.get(TargetCache.prototype, 'forget');
TargetCache.prototype.forget = function forgetLater(code) {
  setTimeout(() => forget.call(this, code), STALE_MS);
};

await import('../../server/main.ts');
