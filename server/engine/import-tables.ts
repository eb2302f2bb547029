import type { Generated } from 'kysely';
import type { JobRowKind, JobState } from '../../contracts/import.constants.ts';

/** JSON where a text has no other name. Times are Unix seconds. */
export interface ImportTables {
  import_job: {
    id: Generated<number>;
    name: string;
    /** In the folder of imports, or the path that a command was given. */
    file: string;
    source: string;
    state: JobState;
    /** Counts up with each order, so that work on an older one ends. */
    turn: number;
    options: string;
    findings: string;
    counts: string;
    actor: string;
    /** Rows that are stored. */
    position: number;
    parts: number;
    done: number;
    total: number;
    error: string;
    created_at: number;
    seen_at: number;
    phase_at: number;
    started_at: number | null;
    finished_at: number | null;
    visit_position: Generated<number>;
  };
  /** A link that gets visits of a file. */
  import_link: {
    id: Generated<number>;
    node: string;
    /** The domain and code of the file. */
    code: string;
    link_id: number;
    clicks: number;
    details: Generated<number>;
    non_human: Generated<number>;
    last_click: Generated<number>;
    former_last_click: number;
  };
  import_row: {
    job_id: number;
    kind: JobRowKind;
    place: number;
    body: string;
  };
  import_part: {
    job_id: number;
    part: number;
    body: string;
  };
}
