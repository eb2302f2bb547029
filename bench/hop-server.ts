import { Front } from '../server/front/front.ts';
import { createRefusals } from '../server/http/answer/refused-request.ts';

/** An HTTP server with a front before it, as the site has; prints the ports of both. */
const inner = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: () => Response.json({ code: 200, msg: 'success', data: {} }),
});
const front = new Front({
  hostname: '127.0.0.1',
  port: 0,
  innerPort: inner.port!,
  answer: () => null,
  commit: () => undefined,
  registerVisitor: () => Promise.resolve(() => undefined),
  refuse: createRefusals({}),
});
console.log(JSON.stringify({ front: front.port, inner: inner.port }));
