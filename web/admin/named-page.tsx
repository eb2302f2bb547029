import { Navigate, useParams } from '@tanstack/react-router';
import { adminPages, findPage } from './pages.ts';

/** The inner page that the address names; the first stands in for unknown names. */
export function NamedPage() {
  const { name } = useParams({ from: '/admin/$name' });
  const page = findPage(name);
  if (page?.Page === undefined) {
    return <Navigate to="/admin/$name" params={{ name: adminPages[0].name }} replace />;
  }
  return <page.Page />;
}
