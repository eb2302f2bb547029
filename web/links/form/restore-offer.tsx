import { lazy, Suspense } from 'react';
import type { BinnedProps } from './binned-link.tsx';

const BinnedLink = lazy(async () => ({
  default: (await import('./binned-link.tsx')).BinnedLink,
}));

interface RestoreOfferProps extends Omit<BinnedProps, 'wanted'> {
  /** Null: the code does not belong to a deleted link. */
  readonly wanted: BinnedProps['wanted'] | null;
}

/** Offers to restore a deleted link, if it has the wanted code and long URL. */
export function RestoreOffer({ wanted, ...props }: RestoreOfferProps) {
  return (
    <Suspense fallback={null}>
      {wanted !== null && <BinnedLink wanted={wanted} {...props} />}
    </Suspense>
  );
}
