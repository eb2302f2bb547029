import { useParams } from '@tanstack/react-router';

/** Reads the code and the page from the address. */
export function useAddress() {
  return useParams({ from: '/admin/links/$code/{-$page}' });
}
