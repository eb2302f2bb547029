import { constants } from 'node:os';
import { startHeartbeat } from '../heartbeat.ts';
import { lowerPriority } from '../priority.ts';

/** The returned check throws when the server has exited. */
export function yieldToParent(): () => void {
  startHeartbeat(() => {
    if (process.connected) process.send?.('alive');
  });
  lowerPriority(constants.priority.PRIORITY_LOW);
  const parent = process.ppid;
  return () => {
    if (process.ppid !== parent) throw new Error('the server is gone');
  };
}
