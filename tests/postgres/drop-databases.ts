import { afterAll } from 'bun:test';
import { dropDatabases } from '../support/test-engine.ts';
import { keepRunSql } from './run-sql.ts';

// Preloaded for each test file, to drop its databases at the end.
afterAll(() => dropDatabases(process.env['RECORDS_SQL'] === '1' ? keepRunSql : undefined));
