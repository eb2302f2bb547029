import { expect } from 'bun:test';
import type { Route } from '../../../contracts/route.ts';

/** A call with its answer. */
export interface Step {
  readonly route: Route;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly expected: object;
}

export function step(route: Route, fields: Step['fields'], data: unknown): Step {
  return { route, fields, expected: { code: 200, msg: 'success', data } };
}

export const some = {
  number: expect.any(Number) as number,
  text: expect.any(String) as string,
  list: expect.any(Array) as unknown[],
  loginToken: expect.stringMatching(/^web-[\w-]{28,}$/) as string,
  apiToken: expect.stringMatching(/^sk-[\w-]{28,}$/) as string,
  oneTimeLink: expect.stringMatching(/^inv-[\w-]{43}$/) as string,
};
