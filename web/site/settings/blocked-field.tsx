import { Button, Textarea, type TextareaProps, TextInput } from '@mantine/core';
import { t } from '../../language.ts';
import { readLines } from './settings-values.ts';
import { useState } from 'react';
import { findBlockedText } from '../../../contracts/user-agent.ts';

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

/** Tests whether the texts block a user agent, and shows the text that does. */
function UserAgentTester({ texts }: { readonly texts: readonly string[] }) {
  const [userAgent, setUserAgent] = useState('');
  const text = findBlockedText(userAgent, texts);
  return (
    <div>
      <div className="settings-tester">
        <TextInput
          label={t('settings.tester')}
          description={t('settings.tester.help')}
          classNames={{ input: 'mono' }}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={userAgent}
          onChange={(event) => setUserAgent(event.currentTarget.value)}
        />
        <Button variant="default" onClick={() => setUserAgent(navigator.userAgent)}>
          {t('settings.tester.mine')}
        </Button>
      </div>
      <output className="settings-verdict" data-tone={text === null ? 'good' : 'bad'}>
        {userAgent.trim() !== '' &&
          (text === null ? t('settings.tester.open') : t('settings.tester.blocked', { text }))}
      </output>
    </div>
  );
}
