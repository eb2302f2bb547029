import type { Endpoint } from './http/endpoint.ts';
import type { Api } from './http/serve.ts';

export interface Job {
  readonly name: string;
  readonly everySeconds: number;
  /** Whether only one of several servers runs it. */
  readonly isForLeader?: true;
  run(): Promise<unknown>;
}

export interface Feature {
  readonly routes?: readonly Endpoint[];
  readonly jobs?: readonly Job[];
  /** Adds what is no API call. */
  addPages?(api: Api): void;
  /** Stops background work in good order. */
  close?(): Promise<unknown>;
  kill?(): void;
}
