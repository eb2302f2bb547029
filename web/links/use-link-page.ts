import { useNavigate, useSearch } from '@tanstack/react-router';
import { pageSizes } from './links.api.ts';

/** Which page of the list the address of the browser asks for. */
export function useLinkPage() {
  const search = useSearch({ from: '/admin/$name' });
  const navigate = useNavigate({ from: '/admin/$name' });
  const [defaultSize] = pageSizes;
  const size = pageSizes.find((option) => option === search.size) ?? defaultSize;
  const show = (page: number, nextSize: number) => {
    void navigate({
      search: {
        ...(page === 1 ? {} : { page }),
        ...(nextSize === defaultSize ? {} : { size: nextSize }),
      },
    });
  };
  return { page: search.page ?? 1, size, show };
}
