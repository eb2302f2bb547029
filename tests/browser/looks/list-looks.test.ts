import { listStates, openListSite } from './list-states.ts';
import { testLooks } from './look-suite.ts';

testLooks(listStates, openListSite);
