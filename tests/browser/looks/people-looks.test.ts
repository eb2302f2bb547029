import { testLooks } from './look-suite.ts';
import { openPeopleSite, peopleStates } from './people-states.ts';

testLooks(peopleStates, openPeopleSite);
