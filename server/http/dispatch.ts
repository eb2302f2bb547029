import { rm } from 'node:fs/promises';
import { StoredFile } from '../../contracts/fields.ts';
import type { Route } from '../../contracts/route.ts';
import { BODY_MAX, UPLOAD_ID } from '../../contracts/route.ts';
import { isUrlencoded, readFields, readQuery, type Fields } from './body/body.ts';
import {
  authenticateToken,
  findRefusal,
  guest,
  type Authenticate,
  type Caller,
  type SignedIn,
} from './caller.ts';
import type { Call, Endpoint } from './endpoint.ts';
import type { Face, Refused } from './face.ts';
import { InvalidRequest } from './invalid-request.ts';
import { ClientLimit } from './client/client-limit.ts';
import { isLocalCall } from './client/local-call.ts';
import { Problem, type ProblemName } from './problem.ts';
import { readBytes } from './body/read-bytes.ts';
import { readRequest } from './read-request.ts';
import { requestedSite } from './client/requested-site.ts';

export interface Connection {
  readonly address: string;
  readonly port: number;
  readonly isHead: boolean;
  hasReadBody: boolean;
}

export interface AnsweredCall {
  readonly route: Route;
  readonly request: unknown;
  readonly call: Call;
  readonly outcome: { readonly data: unknown } | { readonly error: unknown };
}

export interface RefusedCaller {
  readonly problem: ProblemName;
  readonly path: string;
  readonly address: string;
  readonly caller: SignedIn | null;
}

export interface DispatchOptions {
  readonly authenticate: Authenticate;
  readonly recheck: Authenticate;
  allowsGuests(): boolean;
  /** Of dates in requests that name no zone of their own. */
  timeZone(): string;
  /** Null = the error has no meaning for the caller. */
  toProblem(error: unknown): Problem | null;
  /** Must not throw. */
  audit(answered: AnsweredCall): void;
  onRefusedCaller(refused: RefusedCaller): void;
  /** Returns the id of the log line, for the caller. */
  logError(error: unknown): string;
}

const SLOW_BODY_MS = 100;
/** Calls with a wrong token that an address may make in a minute before it must wait. */
const WRONG_TOKENS_MAX = 5;
const wrongTokens: ReadonlySet<ProblemName> = new Set([
  'call.bad-token',
  'call.bad-api-token',
  'call.token-expired',
]);

interface Arrival {
  readonly request: Request;
  readonly connection: Connection;
  readonly params: Readonly<Record<string, string>>;
}

/** Checks caller and fields of calls, in every face. HEAD must arrive as GET, with `isHead`. */
export class Dispatch {
  readonly #options: DispatchOptions;
  readonly #wrongTokens = new ClientLimit({ max: () => WRONG_TOKENS_MAX, seconds: 60 });
  readonly #refused = new WeakMap<Problem, { readonly caller: SignedIn; readonly path: string }>();

  constructor(options: DispatchOptions) {
    this.#options = options;
  }

  async answer(face: Face, endpoints: readonly Endpoint[], arrival: Arrival): Promise<Response> {
    const { request, connection } = arrival;
    const endpoint = endpoints.find(({ route }) =>
      route.methods.some((allowed) => allowed === request.method),
    );
    const changes = connection.isHead && endpoint?.route.hasChangingGet === true;
    if (endpoint === undefined || changes) {
      const methods = [...new Set(endpoints.flatMap(({ route }) => route.methods))];
      const hasHead = endpoints.some(
        ({ route }) => route.methods.includes('GET') && route.hasChangingGet !== true,
      );
      const allow = (hasHead ? ['HEAD', ...methods] : methods).join(', ');
      const refused = { request, error: new Problem('call.method-wrong') };
      const response = refuse(face, refused);
      response.headers.set('Allow', allow);
      return response;
    }
    try {
      return await this.#run(face, endpoint, arrival);
    } catch (error) {
      return refuse(face, this.explain(error, request, connection));
    }
  }

  explain(error: unknown, request: Request, { address }: Connection): Refused {
    if (error instanceof InvalidRequest) return { request, error };
    if (error instanceof Problem) {
      const { caller = null, path = URL.parse(request.url)?.pathname ?? '' } =
        this.#refused.get(error) ?? {};
      this.#options.onRefusedCaller({ problem: error.problem, path, address, caller });
      return { request, error };
    }
    const problem = this.#options.toProblem(error);
    if (problem !== null) return { request, error: problem };
    return { request, error: new Problem('internal'), requestId: this.#options.logError(error) };
  }

  async #run(face: Face, first: Endpoint, arrival: Arrival): Promise<Response> {
    const { request: sent, connection } = arrival;
    let reading: Promise<Fields> | undefined;
    const readOnce = (): Promise<Fields> =>
      (reading ??=
        first.receive?.(sent, connection) ??
        readAll(first, sent, connection).then((fields) =>
          face.readBeside === undefined ? fields : { ...face.readBeside(sent), ...fields },
        ));
    const endpoint = face.sort === undefined ? first : face.sort(sent, await readOnce());
    return this.#runOne(face, endpoint, { ...arrival, readOnce });
  }

  async #runOne(
    face: Face,
    endpoint: Endpoint,
    { readOnce, ...arrival }: Arrival & { readonly readOnce: () => Promise<Fields> },
  ): Promise<Response> {
    const { route, run } = endpoint;
    const { request: sent, connection } = arrival;
    const isOpen = route.isOpenLocally === true && isLocalCall(sent, connection);
    const findCaller = async (authenticate: Authenticate): Promise<Caller> => {
      if (isOpen) return guest;
      const token = await face.readToken(sent, readOnce, connection.address);
      const { address } = connection;
      return this.#identify(route, { token, address }, authenticate).catch((error: unknown) => {
        throw face.limitsWrongTokens === true ? this.#limitWrong(error, address) : error;
      });
    };
    const recheck = () => findCaller(this.#options.recheck);
    let caller = await findCaller(this.#options.authenticate);
    const begun = performance.now();
    const fields = { ...(await readOnce()), ...arrival.params };
    try {
      // A caller that sends its body slowly may have lost the right meanwhile.
      if (performance.now() - begun > SLOW_BODY_MS) caller = await recheck();
      const call = {
        ...describeCall(arrival),
        caller,
        timeZone: this.#options.timeZone(),
        assertCaller: recheck,
      };
      const { request, ignored } = readRequest(route, fields, call, {
        isUrlencoded: isUrlencoded(sent),
        queryNames: sent.method === 'GET' ? [] : Object.keys(readQuery(sent)),
      });
      const answer = async () => {
        const data = await run(request, call).catch((error: unknown) => {
          this.#options.audit({ route, request, call, outcome: { error } });
          throw error;
        });
        this.#options.audit({ route, request, call, outcome: { data } });
        return face.writeResult(data, ignored, sent);
      };
      if (face.answerOnce === undefined) return await answer();
      return await face.answerOnce({ request: sent, route, fields, call }, answer);
    } catch (error) {
      await discardFiles(fields);
      if (error instanceof Problem && caller.via !== 'nothing') this.#note(error, caller, route);
      throw error;
    }
  }

  /** Throws `call.no-token`, and the problems of {@link findRefusal} and {@link Authenticate}. */
  async #identify(
    route: Route,
    { token, address }: { readonly token: string | null | undefined; readonly address: string },
    authenticate: Authenticate,
  ): Promise<Caller> {
    if (route.needs === undefined) return guest;
    const isOpenToGuests = route.access === 'guest' && this.#options.allowsGuests();
    if (token === undefined && isOpenToGuests) return guest;
    const caller = await authenticateToken(token, address, authenticate);
    const refusal = findRefusal(caller, route);
    if (refusal === null) return caller;
    if (refusal.problem === 'call.not-allowed' && isOpenToGuests) return guest;
    this.#note(refusal, caller, route);
    throw refusal;
  }

  #limitWrong(error: unknown, address: string): unknown {
    if (!(error instanceof Problem) || !wrongTokens.has(error.problem)) return error;
    const retryAfter = this.#wrongTokens.secondsToWait(address);
    if (retryAfter > 0) return new Problem('call.too-many', { retryAfter });
    this.#wrongTokens.count(address);
    return error;
  }

  #note(refusal: Problem, caller: SignedIn, { path }: Route): void {
    this.#refused.set(refusal, { caller, path });
  }
}

export function refuse(face: Face, refused: Refused): Response {
  const response = face.writeRefusal(refused);
  if (refused.error instanceof InvalidRequest) return response;
  const { problem, details } = refused.error;
  if (details.retryAfter !== undefined) {
    response.headers.set('Retry-After', String(details.retryAfter));
  }
  // The rest of the body is not read.
  if (problem === 'call.too-slow') response.headers.set('Connection', 'close');
  return response;
}

/** A refused call leaves no file. */
async function discardFiles(fields: Fields): Promise<void> {
  for (const value of Object.values(fields)) {
    if (value instanceof StoredFile) await rm(value.path, { force: true });
  }
}

async function readAll(
  { route, onCut }: Endpoint,
  request: Request,
  connection: Connection,
): Promise<Fields> {
  if (request.method === 'GET') return readFields(request, new Uint8Array());
  try {
    const body = await readBytes(request, route.bodyMax ?? BODY_MAX);
    connection.hasReadBody = true;
    return readFields(request, body, route);
  } catch (error) {
    const uploadId = readUploadId(request);
    const isCut = !connection.hasReadBody && error instanceof Problem;
    if (uploadId !== null && isCut) onCut?.(uploadId, error);
    throw error;
  }
}

function readUploadId({ headers }: Request): string | null {
  const id = headers.get('upload-id') ?? '';
  return UPLOAD_ID.test(id) ? id : null;
}

function describeCall({ request, connection }: Arrival) {
  return {
    address: connection.address,
    userAgent: (request.headers.get('user-agent') ?? '').slice(0, 512),
    hostname: URL.parse(request.url)?.hostname ?? '',
    site: requestedSite(request),
    cookies: request.headers.get('cookie') ?? '',
    ifMatch: request.headers.get('if-match'),
    uploadId: readUploadId(request),
  };
}
