import { Hono, type MiddlewareHandler } from 'hono';
import { type Connection, Dispatch, type DispatchOptions, refuse } from './dispatch.ts';
import type { Endpoint } from './endpoint.ts';
import type { Face } from './face.ts';
import { Problem } from './problem.ts';

/** The first one also writes the refusals of pages, and has what no other one takes. */
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
  const [first, ...others] = faces;
  for (const face of [...others, first]) addFace(app, face, dispatch);
  app.onError((error, { req, env }) => refuse(first, dispatch.explain(error, req.raw, env)));
  return app;
}

function addFace(app: Api, face: Face, dispatch: Dispatch): void {
  const whileOn = (handler: MiddlewareHandler<Env>): MiddlewareHandler<Env> =>
    face.isOn === undefined
      ? handler
      : (context, next) => (face.isOn!(context.req.raw) ? handler(context, next) : next());
  const origins = face.isOpenToOrigins === true ? { 'Access-Control-Allow-Origin': '*' } : {};
  const headers = { ...face.headers, ...origins };
  for (const prefix of face.prefixes) app.use(`${prefix}/*`, whileOn(addHeaders(headers)));
  for (const [path, endpoints] of Map.groupBy(face.endpoints, ({ route }) => route.path)) {
    app.all(
      path.replaceAll(/\{(\w+)\}/g, ':$1'),
      whileOn(({ req, env }) =>
        face.isOpenToOrigins === true && req.method === 'OPTIONS'
          ? Promise.resolve(answerPreflight(endpoints, req.raw))
          : dispatch.answer(face, endpoints, {
              request: req.raw,
              connection: env,
              params: req.param(),
            }),
      ),
    );
  }
  const refuseOthers = whileOn(({ req }) =>
    Promise.resolve(refuse(face, { request: req.raw, error: new Problem('call.path-unknown') })),
  );
  for (const prefix of face.prefixes) app.all(`${prefix}/*`, refuseOthers);
}

function answerPreflight(endpoints: readonly Endpoint[], { headers }: Request): Response {
  const methods = new Set(endpoints.flatMap(({ route }) => route.methods));
  return new Response(null, {
    status: 204,
    headers: {
      'Access-Control-Allow-Methods': [...methods].join(', '),
      'Access-Control-Allow-Headers': headers.get('access-control-request-headers') ?? '',
      'Access-Control-Max-Age': '3600',
    },
  });
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

/** Whether a request is for a protocol that is on. Its paths also refuse wrong methods themselves. */
export function createCallCheck(faces: readonly Face[]): (request: Request) => boolean {
  const checks = faces.map((face) => {
    const prefixes = face.prefixes.map((prefix) => RegExp.escape(prefix)).join('|');
    return { face, paths: new RegExp(`^(?:https?:\\/\\/[^/?#]*)?(?:${prefixes})(?:[/?#]|$)`, 'i') };
  });
  return (request) =>
    checks.some(({ face, paths }) => paths.test(request.url) && face.isOn?.(request) !== false);
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
