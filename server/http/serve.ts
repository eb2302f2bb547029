import { Hono, type Context, type MiddlewareHandler } from 'hono';
import { SUCCESS, type Envelope, type Issue, type Refusal } from '../../contracts/envelope.ts';
import { BODY_MAX, UPLOAD_ID } from '../../contracts/route.ts';
import { timeZone } from '../../contracts/time-zone.ts';
import { readDatesIn } from '../../contracts/times.ts';
import { dropEmpty, isUrlencoded, readFields } from './body.ts';
import { isLocalCall } from './local-call.ts';
import { guest, may, requireToken, type Authenticate, type Caller } from './caller.ts';
import { Download, EventStream, type Call, type Endpoint } from './endpoint.ts';
import { InvalidRequest, parseWith } from './invalid-request.ts';
import { PackedJson } from './packed-json.ts';
import { Problem, type ProblemName } from './problem.ts';
import { requestedSite } from './requested-site.ts';
import { sortFields } from './sort-fields.ts';
import { readBytes } from './read-bytes.ts';
import { apiHeaders } from './security-headers.ts';

export interface Connection {
  readonly address: string;
  /** The port on which Brisk listens. */
  readonly port: number;
  hasReadBody: boolean;
}

/** A call that reached its handler. */
export interface AnsweredCall {
  readonly route: Endpoint['route'];
  readonly request: unknown;
  readonly call: Call;
  readonly outcome: { readonly data: unknown } | { readonly error: unknown };
}

/** A call whose caller may not make it. */
export interface RefusedCaller {
  readonly problem: ProblemName;
  readonly path: string;
  readonly address: string;
}

interface ApiOptions {
  readonly endpoints: readonly Endpoint[];
  /** For every answer, pages included. */
  readonly headers: Readonly<Record<string, string>>;
  readonly authenticate: Authenticate;
  /** Whether callers without a token may use the guest calls. */
  allowsGuests(): boolean;
  /** Of dates in requests that name no zone of their own. */
  timeZone(): string;
  /** Null = the error has no meaning for the caller. */
  toProblem(error: unknown): Problem | null;
  /** Must not throw. */
  audit(answered: AnsweredCall): void;
  /** Must not throw. */
  onRefusedCaller(refused: RefusedCaller): void;
  /** Returns the id of the log line, for the caller. */
  logError(error: unknown): string;
}

type Env = { Bindings: Connection };

export type Api = Hono<Env>;

/** Checks caller and fields, and wraps the answer in the envelope. HEAD must arrive as GET. */
export function createApi(options: ApiOptions): Api {
  const app = new Hono<Env>({ strict: false });
  app.use(addHeaders(options.headers));
  app.use('/api/*', addHeaders(apiHeaders));
  for (const { route, run, onCut } of options.endpoints) {
    const path = route.path.replaceAll(/\{(\w+)\}/g, ':$1');
    app.all(path, async (context) => {
      const { req } = context;
      if (!route.methods.some((allowed) => allowed === req.method)) {
        return reply(context, new Problem('call.method-wrong'), {
          Allow: route.methods.includes('GET') ? ['HEAD', ...route.methods].join(', ') : 'POST',
        });
      }
      const isOpen = route.isOpenLocally === true && isLocalCall(req.raw, context.env);
      const authorization = req.header('authorization');
      const findCaller = (): Promise<Caller> =>
        isOpen ? Promise.resolve(guest) : identify(authorization, route, options);
      const caller = await findCaller();
      const body = await readBody(context, route.bodyMax, onCut);
      const sorted = sortFields(readFields(req.raw, body, route.bodyMax), route, {
        isGuest: caller.via === 'nothing',
        isUrlencoded: isUrlencoded(req.raw),
      });
      const fields = dropEmpty(sorted.known, route.emptyable);
      const ownZone = timeZone.safeParse(fields['time_zone']);
      const request = readDatesIn(ownZone.data ?? options.timeZone(), () =>
        parseWith(route.request, { ...fields, ...req.param() }),
      );
      const call = describeCall(context, caller, findCaller);
      const result = await run(request, call).catch((error: unknown) => {
        options.audit({ route, request, call, outcome: { error } });
        throw error;
      });
      options.audit({ route, request, call, outcome: { data: result } });
      const data = nameIgnored(result, sorted.ignored);
      if (data instanceof PackedJson) return data.toResponse(req.header('accept-encoding'));
      if (data instanceof Download || data instanceof EventStream) return data.toResponse();
      return context.json({ code: 200, msg: SUCCESS, data } satisfies Envelope<unknown>);
    });
  }
  app.all('/api/*', (context) => reply(context, new Problem('call.path-unknown')));
  app.onError((error, context) => {
    if (error instanceof Problem) {
      const { path } = context.req;
      options.onRefusedCaller({ problem: error.problem, path, address: context.env.address });
      return reply(context, error, {}, toRefusal(error));
    }
    if (error instanceof InvalidRequest) return refuse(context, error.issues);
    const problem = options.toProblem(error);
    if (problem !== null) return reply(context, problem);
    return reply(context, new Problem('internal'), {}, { request_id: options.logError(error) });
  });
  return app;
}

export function addHeaders(headers: Readonly<Record<string, string>>): MiddlewareHandler<Env> {
  const entries = Object.entries(headers);
  return async function headersAdded(context, next) {
    await next();
    // Hono's own method would copy the answer for each header.
    const own = context.res.headers;
    for (const [name, value] of entries) own.set(name, value);
  };
}

function nameIgnored(data: unknown, ignored: readonly string[]): unknown {
  return ignored.length === 0 ? data : { ...(data as object), ignored };
}

/** The body of a GET is not read. */
async function readBody(
  context: Context<Env>,
  maxBytes = BODY_MAX,
  onCut?: Endpoint['onCut'],
): Promise<Uint8Array> {
  const { req, env } = context;
  if (req.method === 'GET') return new Uint8Array();
  try {
    const body = await readBytes(req.raw, maxBytes);
    env.hasReadBody = true;
    return body;
  } catch (error) {
    const uploadId = readUploadId(context);
    if (uploadId !== null && error instanceof Problem) onCut?.(uploadId, error);
    throw error;
  }
}

function readUploadId({ req }: Context<Env>): string | null {
  const id = req.header('upload-id') ?? '';
  return UPLOAD_ID.test(id) ? id : null;
}

/** Throws the problems of {@link requireToken}, and `call.login-required`. */
async function identify(
  authorization: string | undefined,
  { access, needs, scope }: Endpoint['route'],
  options: ApiOptions,
): Promise<Caller> {
  if (needs === undefined) return guest;
  if (authorization === undefined && access === 'guest' && options.allowsGuests()) return guest;
  const caller = await requireToken(authorization, options.authenticate);
  if (!may(caller, needs, scope)) throw new Problem('call.login-required');
  return caller;
}

function describeCall(
  context: Context<Env>,
  caller: Caller,
  assertCaller: Call['assertCaller'],
): Call {
  return {
    caller,
    address: context.env.address,
    userAgent: (context.req.header('user-agent') ?? '').slice(0, 512),
    hostname: URL.parse(context.req.url)?.hostname ?? '',
    site: requestedSite(context.req.raw),
    uploadId: readUploadId(context),
    assertCaller,
  };
}

function reply(
  context: Context<Env>,
  problem: Problem,
  headers: Record<string, string> = {},
  data: unknown = null,
): Response {
  const { status, code, key } = problem.outcome;
  const { retryAfter } = problem.details;
  const envelope: Envelope<unknown> = { code, msg: key, data };
  // Clients of the product that Brisk replaces read the reason of a 401 from `detail`.
  const body = status === 401 ? { ...envelope, detail: key } : envelope;
  return context.json(body, status, {
    ...headers,
    ...(retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }),
    // The rest of the body is not read.
    ...(status === 408 ? { Connection: 'close' } : {}),
  });
}

function toRefusal({ details, outcome }: Problem): Refusal | null {
  const { field, reason = outcome.key, restorableUntil } = details;
  if (field === undefined) return null;
  const until = restorableUntil !== undefined && { restorable_until: restorableUntil };
  return { issues: [{ field, key: outcome.key, reason, ...until }] };
}

function refuse(context: Context<Env>, issues: readonly Issue[]): Response {
  const msg = issues.find((issue) => issue.key !== 'bad.request')?.key ?? 'bad.request';
  const envelope: Envelope<unknown> = { code: 400, msg, data: { issues } };
  return context.json(envelope);
}
