import { Hono, type MiddlewareHandler } from 'hono';
import { type Connection, Dispatch, type DispatchOptions } from './dispatch.ts';
import type { Face } from './face.ts';
import { Problem } from './problem.ts';

/** The first one also writes the refusals of pages. */
export type Faces = readonly [Face, ...Face[]];

interface ApiOptions extends DispatchOptions {
  readonly faces: Faces;
  readonly headers: Readonly<Record<string, string>>;
}

type Env = { Bindings: Connection };

export type Api = Hono<Env>;

export function createApi({ faces, headers, ...options }: ApiOptions): Api {
  const app = new Hono<Env>({ strict: false });
  const dispatch = new Dispatch(options);
  app.use(addHeaders(headers));
  for (const face of faces) {
    const paths = `${face.prefix}/*`;
    app.use(paths, addHeaders(face.headers));
    for (const [path, endpoints] of Map.groupBy(face.endpoints, ({ route }) => route.path)) {
      app.all(path.replaceAll(/\{(\w+)\}/g, ':$1'), ({ req, env }) =>
        dispatch.answer(face, endpoints, {
          request: req.raw,
          connection: env,
          params: req.param(),
        }),
      );
    }
    app.all(paths, () => face.writeRefusal({ error: new Problem('call.path-unknown') }));
  }
  app.onError((error, { req, env }) =>
    faces[0].writeRefusal(dispatch.explain(error, req.raw, env)),
  );
  return app;
}

export function addHeaders(headers: Readonly<Record<string, string>>): MiddlewareHandler<Env> {
  const entries = Object.entries(headers);
  return async function headersAdded(context, next) {
    await next();
    // Hono's own method would copy the answer for each header.
    const answerHeaders = context.res.headers;
    for (const [name, value] of entries) answerHeaders.set(name, value);
  };
}

/** Paths with one of these beginnings refuse wrong methods themselves. */
export function createMethodCheck(prefixes: readonly string[]) {
  const handled = new RegExp(`^(?:https?:\\/\\/[^/?#]*)?(?:${prefixes.join('|')})(?:[/?#]|$)`, 'i');
  return ({ method, url }: Request): boolean =>
    method === 'GET' || method === 'HEAD' || handled.test(url);
}

export function refuseMethod(headers: Readonly<Record<string, string>>): Response {
  return new Response('405 Method Not Allowed: This address takes GET and HEAD.\n', {
    status: 405,
    headers: {
      ...headers,
      Allow: 'GET, HEAD',
      'Cache-Control': 'no-store',
      'Content-Type': 'text/plain; charset=utf-8',
    },
  });
}

/** The router needs a host, and GET instead of HEAD: for HEAD it would send a length of 0. */
export function toRoutedRequest(request: Request): Request {
  const hosted = request.url.startsWith('/')
    ? new Request(`http://localhost${request.url}`, request)
    : request;
  return request.method === 'HEAD' ? new Request(hosted, { method: 'GET' }) : hosted;
}
