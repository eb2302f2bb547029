import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '../sql.ts';

export function addImportJobs({ serialKey, text, inKeyOrder }: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>) {
      const statements = [
        sql`create table import_job (
          id ${serialKey},
          name ${text} not null,
          file ${text} not null,
          source ${text} not null,
          state ${text} not null,
          turn bigint not null,
          options ${text} not null,
          findings ${text} not null,
          counts ${text} not null,
          actor ${text} not null,
          position bigint not null,
          parts bigint not null,
          done bigint not null,
          total bigint not null,
          error ${text} not null,
          created_at bigint not null,
          seen_at bigint not null,
          phase_at bigint not null,
          started_at bigint,
          finished_at bigint
        )`,
        sql`create table import_row (
          job_id bigint not null,
          kind ${text} not null,
          place bigint not null,
          body ${text} not null,
          constraint import_row_key primary key (job_id, kind, place)
        ) ${inKeyOrder}`,
        sql`create table import_part (
          job_id bigint not null,
          part bigint not null,
          body ${text} not null,
          constraint import_part_key primary key (job_id, part)
        ) ${inKeyOrder}`,
      ];
      for (const statement of statements) await statement.execute(db);
    },
  };
}
