import { FailureNotice } from './failure-notice.tsx';
import { PublicFrame } from './public-frame.tsx';

export function PageFailure() {
  return (
    <PublicFrame>
      <FailureNotice />
    </PublicFrame>
  );
}
