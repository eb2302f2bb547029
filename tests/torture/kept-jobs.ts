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

/** The changes of views and of imports by job. */
export function listJobSteps(login: () => string): Step[] {
  const call = async <Data>(url: string, route: Route, fields: object): Promise<Data> => {
    const { code, msg, data } = await new SiteCaller(url, login()).call(route, fields);
    expect({ code, msg }).toEqual({ code: 200, msg: 'success' });
    return data as Data;
  };
  const find = (url: string, id: number) => call<jobs.Job>(url, jobs.getJobs, { id });
  const upload = async (url: string): Promise<number> => {
    const body = new FormData();
    body.append('file', new File(['url,code\nhttps://example.com/job,job\n'], 'links.csv'));
    const headers = { authorization: `Bearer ${login()}` };
    const answer = await fetch(new URL(jobs.uploadJob.path, url), {
      method: 'POST',
      headers,
      body,
    });
    const { data } = (await answer.json()) as { data: jobs.Job };
    return data.id;
  };
  /** A killed job goes on by itself. */
  const waitFor = async (url: string, id: number, state: JobState): Promise<void> => {
    while ((await find(url, id)).state !== state) await Bun.sleep(10);
  };
  const expectState = async (url: string, id: number, ...states: JobState[]): Promise<void> => {
    expect(states).toContain((await find(url, id)).state);
  };
  let id = 0;
  return [
    {
      route: views.setView,
      make: (url) => call(url, views.setView, view),
      check: async (url) => expect(await call<unknown>(url, views.listViews, {})).toEqual([view]),
    },
    {
      route: views.deleteView,
      make: (url) => call(url, views.deleteView, { kind: view.kind, name: view.name }),
      check: async (url) => expect(await call<unknown>(url, views.listViews, {})).toEqual([]),
    },
    {
      route: jobs.uploadJob,
      make: async (url) => (id = await upload(url)),
      check: (url) => expectState(url, id, 'checking', 'ready'),
    },
    {
      route: jobs.setJob,
      make: (url) => call(url, jobs.setJob, { id, options: { tag: 'kept' } }),
      check: async (url) => expect((await find(url, id)).options.tag).toBe('kept'),
    },
    {
      route: jobs.stopJob,
      async make(url) {
        const caller = new SiteCaller(url, login());
        // A check that has ended cannot be stopped: it begins again.
        do await call(url, jobs.setJob, { id, options: { tag: 'kept' } });
        while ((await caller.call(jobs.stopJob, { id })).code !== 200);
      },
      check: (url) => expectState(url, id, 'stopped'),
    },
    {
      route: jobs.startJob,
      async make(url) {
        await call(url, jobs.setJob, { id, options: { tag: 'kept' } });
        await waitFor(url, id, 'ready');
        await call(url, jobs.startJob, { id });
      },
      check: (url) => expectState(url, id, 'running', 'done'),
    },
    {
      route: jobs.undoJob,
      async make(url) {
        await waitFor(url, id, 'done');
        await call(url, jobs.undoJob, { id });
      },
      check: (url) => expectState(url, id, 'undoing', 'undone'),
    },
    {
      route: jobs.deleteJob,
      async make(url) {
        await waitFor(url, id, 'undone');
        await call(url, jobs.deleteJob, { id });
      },
      check: async (url) => {
        const { code } = await new SiteCaller(url, login()).call(jobs.getJobs, { id });
        expect(code).toBe(404);
      },
    },
  ];
}
