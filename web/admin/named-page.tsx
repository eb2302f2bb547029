import { Navigate, useParams } from '@tanstack/react-router';
import { adminPages, findPage } from './pages.ts';

/** Shows the page that the address names; for unknown names, the first page. */
export function NamedPage() {
  const { name } = useParams({ from: '/admin/$name' });
  const page = findPage(name);
  if (page?.Page === undefined) {
    return <Navigate to="/admin/$name" params={{ name: adminPages[0].name }} replace />;
  }
  return <page.Page />;
}
