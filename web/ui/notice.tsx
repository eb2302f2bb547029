import type { ReactNode } from 'react';
import './notice.css';

interface NoticeProps {
  readonly title: string;
  readonly text?: string;
  readonly action?: ReactNode;
  readonly isFailure?: boolean;
  /** True: the notice is the only content of the page. */
  readonly isPage?: boolean;
}

export function Notice({ title, text, action, isFailure = false, isPage = false }: NoticeProps) {
  const Title = isPage ? 'h1' : 'h2';
  return (
    <div className="notice" role={isFailure ? 'alert' : undefined}>
      <Title className="notice-title">{title}</Title>
      {text !== undefined && <p className="notice-text">{text}</p>}
      {action}
    </div>
  );
}
