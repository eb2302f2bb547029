import { expect } from 'bun:test';
import * as jobs from '../../contracts/import-jobs.ts';
import type { JobState } from '../../contracts/import.constants.ts';
import * as views from '../../contracts/links/views.ts';
import type { Route } from '../../contracts/route.ts';
import { SiteCaller } from './site-caller.ts';

export interface Step {
  readonly route: Route;
  /** Makes the change; the server is killed right after the answer. */
  readonly make: (url: string) => Promise<unknown>;
  /** Checks the change on another server. */
  readonly check: (url: string) => Promise<void>;
}

const view = { kind: 'list', name: 'Print', value: { tag: ['print'] } };

/** Whose token the calls have. */
export type Login = () => string;

async function call<Data>(url: string, login: Login, route: Route, fields: object): Promise<Data> {
  const { code, msg, data } = await new SiteCaller(url, login()).call(route, fields);
  expect({ code, msg }).toEqual({ code: 200, msg: 'success' });
  return data as Data;
}

export function listViewSteps(login: Login): Step[] {
  const list = (url: string) => call<views.SavedView[]>(url, login, views.listViews, {});
  const { kind, name } = view;
  return [
    {
      route: views.setView,
      make: (url) => call(url, login, views.setView, view),
      check: async (url) => expect(await list(url)).toEqual([view as views.SavedView]),
    },
    {
      route: views.deleteView,
      make: (url) => call(url, login, views.deleteView, { kind, name }),
      check: async (url) => expect(await list(url)).toEqual([]),
    },
  ];
}

/** An import is sent, set, stopped, run, undone and deleted. A killed one goes on by itself. */
export function listJobSteps(login: Login): Step[] {
  let id = 0;
  const find = (url: string) => call<jobs.Job>(url, login, jobs.getJobs, { id });
  const order = (url: string, route: Route) => call(url, login, route, { id });
  const set = (url: string) => call(url, login, jobs.setJob, { id, options: { tag: 'kept' } });
  const waitFor = async (url: string, state: JobState): Promise<void> => {
    while ((await find(url)).state !== state) await Bun.sleep(10);
  };
  const expectState =
    (...states: JobState[]) =>
    async (url: string): Promise<void> =>
      expect(states).toContain((await find(url)).state);
  const isRefused = async (url: string, route: Route): Promise<boolean> =>
    (await new SiteCaller(url, login()).call(route, { id })).code !== 200;
  const step = (route: Route, make: Step['make'], ...states: JobState[]): Step => ({
    route,
    make,
    check: expectState(...states),
  });
  return [
    step(jobs.uploadJob, async (url) => (id = await upload(url, login)), 'checking', 'ready'),
    {
      route: jobs.setJob,
      make: set,
      check: async (url) => expect((await find(url)).options.tag).toBe('kept'),
    },
    step(
      jobs.stopJob,
      async (url) => {
        // A check that has ended cannot be stopped: it begins again.
        do await set(url);
        while (await isRefused(url, jobs.stopJob));
      },
      'stopped',
    ),
    step(
      jobs.startJob,
      async (url) => {
        await set(url);
        await waitFor(url, 'ready');
        await order(url, jobs.startJob);
      },
      'running',
      'done',
    ),
    step(
      jobs.undoJob,
      (url) => waitFor(url, 'done').then(() => order(url, jobs.undoJob)),
      'undoing',
      'undone',
    ),
    {
      route: jobs.deleteJob,
      make: (url) => waitFor(url, 'undone').then(() => order(url, jobs.deleteJob)),
      check: async (url) => expect(await isRefused(url, jobs.getJobs)).toBe(true),
    },
  ];
}

async function upload(url: string, login: Login): Promise<number> {
  const body = new FormData();
  body.append('file', new File(['url,code\nhttps://example.com/job,job\n'], 'links.csv'));
  const headers = { authorization: `Bearer ${login()}` };
  const answer = await fetch(new URL(jobs.uploadJob.path, url), { method: 'POST', headers, body });
  const { data } = (await answer.json()) as { data: jobs.Job };
  return data.id;
}
