import { globSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { Method, Route } from '../../contracts/route.ts';

const CONTRACTS = join(import.meta.dir, '../../contracts');

function isRoute(value: unknown): value is Route {
  return typeof value === 'object' && value !== null && 'methods' in value && 'path' in value;
}

/** Every call, collected from the contracts so that no new one is missed. */
export const allRoutes: readonly Route[] = (
  await Promise.all(
    globSync('*.ts', { cwd: CONTRACTS })
      .toSorted()
      .map(async (file) => (await import(join(CONTRACTS, file))) as Record<string, unknown>),
  )
).flatMap((contract) => Object.values(contract).filter(isRoute));

/** The names of all fields of a call. */
export function fieldsOf({ request }: Route): string[] {
  return request instanceof z.ZodObject ? Object.keys(request.shape) : [];
}

export interface Call {
  readonly route: Route;
  readonly method: Method;
  /** The path with `1` for each `{name}` in it. */
  readonly path: string;
}

/** Every route with every method that it takes. */
export const allCalls: readonly Call[] = allRoutes.flatMap((route) =>
  route.methods.map((method) => ({
    route,
    method,
    path: route.path.replaceAll(/\{\w+\}/g, '1'),
  })),
);
