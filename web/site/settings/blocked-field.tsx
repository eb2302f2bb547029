import { Button, Textarea, type TextareaProps } from '@mantine/core';
import { t } from '../../language.ts';
import { readLines } from './settings-values.ts';
import { UserAgentTester } from './user-agent-tester.tsx';

/** Parts of the user agents of the browsers inside WeChat and QQ. */
const preset = ['MicroMessenger', 'QQ/', 'MQQBrowser'];

interface BlockedFieldProps extends TextareaProps {
  readonly onFill: (text: string) => void;
}

/** A field for blocked user agents: parts of them, one a line. Brisk does not redirect them. */
export function BlockedField({ onFill, ...textarea }: BlockedFieldProps) {
  const text = String(textarea.value ?? '');
  const lines = readLines(text);
  const missing = preset.filter((line) => !lines.includes(line));
  return (
    <>
      <Textarea
        {...textarea}
        classNames={{ input: 'mono' }}
        label={t('settings.blocked.label')}
        description={t('settings.blocked.help')}
        autosize
        minRows={3}
        maxRows={14}
        spellCheck={false}
        autoCapitalize="none"
      />
      <Button
        variant="default"
        size="xs"
        className="settings-preset"
        disabled={missing.length === 0}
        onClick={() => onFill([...lines, ...missing].join('\n'))}
      >
        {t('settings.blocked.preset')}
      </Button>
      <UserAgentTester texts={lines} />
    </>
  );
}
