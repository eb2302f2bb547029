import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { drawQr } from '../../../contracts/qr-drawing.ts';
import { explainReason } from '../../failure.ts';
import { LoadFailure } from '../../failure-notice.tsx';
import { Dialog } from '../../form/dialog.tsx';
import { t } from '../../language.ts';
import { toast } from '../../toast.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { beginApp, useAddApp } from './factors.api.ts';
import { codeField } from './second-factor.tsx';

interface AppDialogProps extends AppFormProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

interface AppFormProps {
  readonly onAdded: (codes: readonly string[]) => void;
}

/** Sets an authenticator app up: scan, then prove that it works. */
export function AppDialog({ isOpen, onClose, onAdded }: AppDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} size={400} title={t('factors.app.add')}>
      {isOpen && <AppForm onAdded={onAdded} />}
    </Dialog>
  );
}

export function AppForm({ onAdded }: AppFormProps) {
  // Each opening begins anew, and no look into the app in between.
  const query = useQuery({
    queryKey: ['new-app'],
    queryFn: beginApp,
    gcTime: 0,
    staleTime: Infinity,
  });
  const [code, setCode] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const adding = useAddApp();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() === '') return setFailure(t('second.code.empty'));
    setFailure(null);
    adding.mutate(code, {
      onSuccess: ({ codes }) => onAdded(codes),
      onError: (error) => setFailure(explainReason(error, 'factors.failed')),
    });
  };
  if (query.data === undefined) {
    if (!query.isError) return <p>{t('factors.loading')}</p>;
    return <LoadFailure title={t('factors.load.failed')} query={query} variant="default" />;
  }
  const { secret, uri } = query.data;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <p>{t('factors.app.scan')}</p>
        <SecretQr uri={uri} />
        <SecretKey secret={secret} uri={uri} />
        <TextInput
          {...codeField}
          label={t('second.code')}
          description={t('second.code.help')}
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
          error={failure}
        />
        <Button type="submit" fullWidth disabled={adding.isPending}>
          {t('factors.app.submit')}
        </Button>
        <p className="muted">{t('factors.app.trick')}</p>
      </Stack>
    </form>
  );
}

function SecretQr({ uri }: { readonly uri: string }) {
  const { size, path } = drawQr(uri);
  return (
    <svg className="factors-qr" viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <title>{t('factors.app.qr')}</title>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** For an app on the device that shows the page, and for one that cannot scan. */
function SecretKey({ secret, uri }: { readonly secret: string; readonly uri: string }) {
  return (
    <>
      <p className="muted">{t('factors.app.type')}</p>
      <p className="mono factors-secret anywhere">{secret.replaceAll(/.{4}(?=.)/g, '$& ')}</p>
      <Group gap="sm">
        <CopyButton
          text={secret}
          label={t('factors.app.copy')}
          onFail={() => toast('error', t('factors.app.copy.failed'))}
          variant="default"
        />
        <Button component="a" href={uri} variant="default">
          {t('factors.app.open')}
        </Button>
      </Group>
    </>
  );
}
