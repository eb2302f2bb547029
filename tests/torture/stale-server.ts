import { TargetCache } from '../../server/redirect/target-cache.ts';

const STALE_MS = 100;

/* A faulty server: it redirects to the old target after a change. The torture must detect it. */
const forget = Reflect.get(TargetCache.prototype, 'forget');
TargetCache.prototype.forget = function forgetLater(code) {
  setTimeout(() => forget.call(this, code), STALE_MS);
};

await import('../../server/main.ts');
