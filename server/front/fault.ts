export interface Fault {
  readonly status: 400 | 405 | 408 | 414 | 417 | 431 | 505;
  /** `request` (the line), `head`, `body`, or the name of a header. */
  readonly field: string;
  /** English, without text of the request. */
  readonly reason: string;
}

export interface RefusedRequest extends Fault {
  readonly isApi: boolean;
  /** Whether the answer has no body. */
  readonly isHead: boolean;
}
