import { toast } from '../toast.tsx';
import { t as common } from '../language.ts';
import { CopyButton } from '../ui/text/copy-button.tsx';
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
        copiedLabel={common('copied')}
        aria-label={t('docs.copy.of', { what: label })}
        onFail={() => toast('warning', common('copy.failed'))}
      />
    </figure>
  );
}
