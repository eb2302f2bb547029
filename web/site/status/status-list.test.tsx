import { screen } from '@testing-library/react';
import { expect, test } from 'bun:test';
import { languages, showLanguage } from '../../../tests/support/components/languages.ts';
import { show, testAccess } from '../../../tests/support/components/render.tsx';
import { StatusList } from './status-list.tsx';
import type { Status } from './status.api.ts';

const NOW = Date.now();

const calm: Status = {
  version: '1.0.0',
  uptime: 3600,
  sqlite_version: '3.53.4',
  workers: [],
  replaced: { workers: 0, background: 0 },
  untrusted_proxy: null,
  clicks: {
    acknowledged: 12_345,
    journalled: 12_345,
    drained: 12_000,
    uncounted: 0,
    damaged_bytes: 0,
    damaged_segments: 0,
    lag_seconds: 0,
  },
};
const troubled: Status = {
  ...calm,
  untrusted_proxy: { address: '127.0.0.1', setting: 'TRUSTED_PROXIES=127.0.0.1' },
  clicks: { ...calm.clicks, uncounted: 1234, damaged_bytes: 307_200, lag_seconds: 125 },
};

/** The values beside a name. */
function readRow(name: string): string[] {
  const row = screen.getByText(name).closest('div')!;
  return Array.from(row.querySelectorAll('dd'), (value) => value.textContent);
}

testAccess(() => <StatusList status={troubled} answeredAt={NOW} />);

test('a server without trouble says what it runs, and warns of nothing', () => {
  show(<StatusList status={calm} answeredAt={NOW} />);
  expect(readRow('Version')).toEqual(['1.0.0']);
  expect(readRow('Database')).toEqual(['SQLite 3.53.4']);
  expect(readRow('Redirects since then')).toEqual(['12,345']);
  expect(readRow('Clicks waiting to be counted')).toEqual(['None']);
  expect(readRow('Clicks that could not be counted')).toEqual(['None']);
  expect(document.querySelectorAll('[data-warns]')).toHaveLength(0);
});

const warnings = {
  en: {
    waiting: ['Clicks waiting to be counted', 'Oldest: 2 minutes ago'],
    lost: ['Clicks that could not be counted', '1,234', 'free up space'],
    proxy: ['Untrusted proxy', '127.0.0.1', 'set this and restart', 'TRUSTED_PROXIES=127.0.0.1'],
    damaged: ['Damage in the click journal', '300 KB skipped', 'clicks/damaged'],
  },
  zh: {
    waiting: ['等待计入的访问', '最早一次：'],
    lost: ['未能计入的访问', '1,234', '清理磁盘空间'],
    proxy: ['未受信任的代理', '127.0.0.1', '添加以下设置并重启', 'TRUSTED_PROXIES=127.0.0.1'],
    damaged: ['访问日志中的损坏数据', '已跳过 300 KB', 'clicks/damaged'],
  },
};

test.each(languages)(
  'what needs the operator has a warning, and what to do: %s',
  async (language) => {
    await showLanguage(language);
    show(<StatusList status={troubled} answeredAt={NOW} />);
    for (const [name = '', ...parts] of Object.values(warnings[language])) {
      const shown = readRow(name).join(' ');
      for (const part of parts) expect(shown).toContain(part);
    }
    expect(document.querySelectorAll('[data-warns]')).toHaveLength(3);
  },
);
