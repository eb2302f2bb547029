import type { Fields } from './body/body.ts';
import type { Route } from '../../contracts/route.ts';
import type { Call, Endpoint } from './endpoint.ts';
import type { InvalidRequest } from './invalid-request.ts';
import type { Problem } from './problem.ts';

export interface Refused {
  readonly request: Request;
  readonly error: Problem | InvalidRequest;
  /** The id of the log line of an internal error. */
  readonly requestId?: string;
}

export interface Arrived {
  readonly request: Request;
  readonly route: Route;
  readonly fields: Fields;
  readonly call: Call;
}

/** A protocol: where its calls are, and how they look on the wire. It decides nothing. */
export interface Face {
  /** All paths at and below them belong to the protocol. */
  readonly prefixes: readonly `/${string}`[];
  readonly endpoints: readonly Endpoint[];
  readonly headers: Readonly<Record<string, string>>;
  /** Whether pages of other origins may call, with a token in a header. */
  readonly isOpenToOrigins?: true;
  /** The fields that stand beside the body. Those in the body count first. */
  readBeside?(request: Request): Fields;
  /** Whether the site has the protocol; otherwise its paths are as if it did not exist. */
  isOn?(request: Request): boolean;
  /** For calls that are told apart by more than path and method: which one it is. */
  sort?(request: Request, fields: Fields): Endpoint;
  /** Whether an address that sends wrong tokens must wait. Right ones always pass. */
  readonly limitsWrongTokens?: true;
  /** Undefined: the call has no token; null: it has none that can be read. */
  readToken(
    request: Request,
    readFields: () => Promise<Fields>,
    address: string,
  ): string | null | undefined | Promise<string | null | undefined>;
  /** Runs a call, or answers it as it was answered before. By default each runs. */
  answerOnce?(arrived: Arrived, run: () => Promise<Response>): Promise<Response>;
  /** `ignored`: the fields that were passed over. A file or a stream arrives as a `Response`. */
  writeResult(
    data: unknown,
    ignored: readonly string[],
    request: Request,
  ): Response | Promise<Response>;
  /** Status and body; `refuse` adds the headers of every protocol. */
  writeRefusal(refused: Refused): Response;
}
