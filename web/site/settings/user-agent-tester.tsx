import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { findBlockedText } from '../../../contracts/user-agent.ts';
import { t } from '../../language.ts';

/** Tests whether the texts block a user agent, and shows the text that does. */
export function UserAgentTester({ texts }: { readonly texts: readonly string[] }) {
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
      <output className="settings-verdict" data-verdict={text === null ? 'open' : 'blocked'}>
        {userAgent.trim() !== '' &&
          (text === null ? t('settings.tester.open') : t('settings.tester.blocked', { text }))}
      </output>
    </div>
  );
}
