import { CopyButton } from '../parts/copy-button.tsx';
import { t } from './docs-text.ts';

interface CodeBlockProps {
  readonly label: string;
  readonly code: string;
  /** The text to copy, where it differs from the text on the page. */
  readonly copied?: string;
}

export function CodeBlock({ label, code, copied = code }: CodeBlockProps) {
  return (
    <figure className="docs-code" aria-label={label}>
      <pre className="code-frame mono">
        <code>{code}</code>
      </pre>
      <CopyButton
        className="docs-copy"
        variant="subtle"
        color="gray"
        size="compact-sm"
        text={copied}
        label={t('docs.copy')}
        aria-label={t('docs.copy.of', { what: label })}
      />
    </figure>
  );
}
