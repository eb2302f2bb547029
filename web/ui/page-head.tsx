import { createContext, use, type ReactNode, type Ref } from 'react';
import './page-head.css';

export const PageHelp = createContext<ReactNode>(null);

interface PageHeadProps {
  readonly title: string;
  readonly note?: ReactNode;
  /** The actions of the page, the primary one last. */
  readonly actions?: ReactNode;
  readonly ref?: Ref<HTMLHeadingElement>;
}

export function PageHead({ title, note = false, actions = false, ref }: PageHeadProps) {
  return (
    <div className="page-head">
      <h1 ref={ref} className="page-title" tabIndex={ref === undefined ? undefined : -1}>
        {title}
      </h1>
      {use(PageHelp)}
      {note !== false && <span className="page-note">{note}</span>}
      {actions !== false && <div className="page-tools">{actions}</div>}
    </div>
  );
}
