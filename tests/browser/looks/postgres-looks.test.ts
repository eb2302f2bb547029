import { testLooks } from './look-suite.ts';
import { openPostgresSite, postgresStates } from './postgres-states.ts';

testLooks(postgresStates, openPostgresSite);
