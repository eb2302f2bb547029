import { useParams } from '@tanstack/react-router';

/** The code and the page that the address of a link's page names. */
export function useAddress() {
  return useParams({ from: '/admin/links/$code/{-$page}' });
}
