/** Why a request is refused before a handler sees it. */
export interface Fault {
  readonly status: 400 | 405 | 408 | 417 | 431 | 505;
  /** `request` for the request line, `head` or `body` for all of it, or the name of a header. */
  readonly field: string;
  /** An English sentence that holds no text of the request. */
  readonly reason: string;
}

/** A refusal as its answer needs it. */
export interface RefusedRequest extends Fault {
  /** Whether the request asks for the API. */
  readonly isApi: boolean;
  /** Whether the answer ends with its head. */
  readonly isHead: boolean;
}
