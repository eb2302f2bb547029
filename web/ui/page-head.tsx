import type { ReactNode } from 'react';
import './page-head.css';

interface PageHeadProps {
  readonly title: string;
  /** The primary action of the page. */
  readonly action?: ReactNode;
}

export function PageHead({ title, action }: PageHeadProps) {
  return (
    <div className="page-head">
      <h1 className="page-title">{title}</h1>
      {action !== undefined && <div className="page-tools">{action}</div>}
    </div>
  );
}
