import { getStatus } from '../../contracts/status.ts';
import { endpoint, type Endpoint } from '../http/endpoint.ts';
import { readStatus, type StatusOptions } from './status.ts';

export function statusRoutes(options: StatusOptions): Endpoint[] {
  return [endpoint(getStatus, () => readStatus(options))];
}
