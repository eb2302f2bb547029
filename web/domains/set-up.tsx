import { useAppInfo } from '../app-info.ts';
import { t } from '../language.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { writeCaddyBlock, writeDnsRecord, writeServerName } from './set-up-lines.ts';
import { Box, Group, Stack } from '@mantine/core';

interface SetUpProps {
  readonly host: string;
  /** All further domains. */
  readonly hosts: readonly string[];
}

/** The lines for the DNS and for the proxy. */
export function SetUp({ host, hosts }: SetUpProps) {
  const main = location.hostname;
  const port = useAppInfo().data?.port;
  const record = writeDnsRecord(host, main);
  return (
    <Stack gap="lg" className="domain-lines">
      <SetUpLine
        name={t('domains.dns')}
        host={host}
        text={record}
        {...(record.includes('CNAME') && { help: t('domains.dns.help', { main }) })}
      />
      {port !== undefined && (
        <SetUpLine
          name="Caddy"
          host={host}
          text={writeCaddyBlock(host, port)}
          help={t('domains.caddy.help')}
        />
      )}
      <SetUpLine
        name="nginx"
        host={host}
        text={writeServerName(main, hosts)}
        help={t('domains.nginx.help')}
      />
    </Stack>
  );
}

interface SetUpLineProps {
  readonly name: string;
  readonly host: string;
  readonly text: string;
  readonly help?: string;
}

function SetUpLine({ name, host, text, help }: SetUpLineProps) {
  return (
    <div>
      <Group justify="space-between" gap="sm">
        <Box component="h3" fz="inherit" fw={600}>
          {name}
        </Box>
        <CopyButton
          variant="subtle"
          color="gray"
          size="compact-sm"
          text={text}
          label={t('copy')}
          aria-label={t('domains.copy.of', { name, host })}
        />
      </Group>
      <Box
        component="pre"
        className="mono code-frame"
        mt="0.25rem"
        mb="0.375rem"
        px="1rem"
        py="0.75rem"
        lh={1.7}
      >
        {text}
      </Box>
      {help !== undefined && <p className="domain-help note">{help}</p>}
    </div>
  );
}
