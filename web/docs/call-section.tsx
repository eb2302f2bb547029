import { Box } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from '@tanstack/react-router';
import { CallForm } from './call-form.tsx';
import { isStream, type ApiCall } from './calls.ts';
import { CodeBlock } from './code-block.tsx';
import { t } from './docs-text.ts';
import { WithCode } from './with-code.tsx';

interface CallSectionProps {
  readonly call: ApiCall;
  readonly token: string;
}

/** A call of the reference; when open, with a form to try it. */
export function CallSection({ call, token }: CallSectionProps) {
  const { id, summary, methods, path, access, scope, reply } = call;
  const isNamed = useLocation({ select: ({ hash }) => hash === id });
  const [isOpen, setIsOpen] = useState(false);
  const section = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (isNamed && section.current !== null) section.current.open = true;
  }, [isNamed]);
  // The browser scrolled to the anchor before this section existed or had its height.
  useEffect(() => {
    if (isNamed && isOpen) section.current?.scrollIntoView();
  }, [isNamed, isOpen]);
  return (
    <details
      id={id}
      ref={section}
      className="docs-call"
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>
        <h4>
          <WithCode text={summary} />
        </h4>
        <span className="docs-call-path mono">
          <span className="docs-method">{methods[0]}</span> {path}
        </span>
      </summary>
      {isOpen && (
        <Box pt="0.25rem" pb="1.5rem">
          <p className="muted">
            {t(`docs.access.${access}`)}
            {scope !== '' && (
              <>
                {' · '}
                <code>{scope}</code>
              </>
            )}
            {methods.length > 1 && ` · ${t('docs.methods', { methods: methods.join(', ') })}`}
          </p>
          <CallForm call={call} token={token} />
          <h5>{t('docs.success')}</h5>
          {'shape' in reply ? (
            <CodeBlock label={`${summary}: ${t('docs.success')}`} code={`data: ${reply.shape}`} />
          ) : (
            <p>
              {isStream(call) ? (
                <WithCode text={t('docs.success.events')} />
              ) : (
                t('docs.success.file', { types: reply.types.join(', ') })
              )}
            </p>
          )}
        </Box>
      )}
    </details>
  );
}
