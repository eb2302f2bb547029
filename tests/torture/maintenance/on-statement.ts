import { Database, type Statement } from 'bun:sqlite';
import pg from 'pg';

/** Calls `note` before each statement that this process sends to a database. */
export function onStatement(note: () => void): void {
  const seen = new WeakSet<Statement>();
  for (const name of ['prepare', 'query'] as const) {
    replace(Database.prototype, name, (method) => (...args) => {
      const statement = method(...args) as Statement;
      if (!seen.has(statement)) {
        for (const kind of ['get', 'all', 'values', 'run'] as const)
          announce(statement, kind, note);
      }
      seen.add(statement);
      return statement;
    });
  }
  announce(Database.prototype, 'run', note);
  announce(pg.Client.prototype, 'query', note);
}

export function announce(object: object, name: string, note: () => void): void {
  replace(object, name, (method) => (...args) => {
    note();
    return method(...args);
  });
}

type Method = (...args: unknown[]) => unknown;

function replace(object: object, name: string, wrap: (method: Method) => Method): void {
  const method = Reflect.get(object, name) as Method;
  Reflect.set(object, name, function replaced(this: unknown, ...args: unknown[]) {
    return wrap((...own) => Reflect.apply(method, this, own))(...args);
  });
}
