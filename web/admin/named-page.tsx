import { Navigate, useParams } from '@tanstack/react-router';
import { NeedsRight } from '../frame/needs-right.tsx';
import { adminPages, findPage, PersonPage } from './pages.ts';

/** A page of *People*. */
export function NamedPerson() {
  return (
    <NeedsRight right="accounts">
      <PersonPage />
    </NeedsRight>
  );
}

/** Shows the page that the address names; for unknown names, the first page. */
export function NamedPage() {
  const { name } = useParams({ from: '/admin/$name' });
  const page = findPage(name);
  if (page?.Page === undefined) {
    return <Navigate to="/admin/$name" params={{ name: adminPages[0].name }} replace />;
  }
  if (page.needs === undefined) return <page.Page />;
  return (
    <NeedsRight right={page.needs}>
      <page.Page />
    </NeedsRight>
  );
}
