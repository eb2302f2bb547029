import { Box, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { explainFailure } from '../../failure.ts';
import { confirm } from '../../form/confirm.tsx';
import { t, toCounted } from '../../language.ts';
import { LoadState } from '../parts/load-state.tsx';
import { Section } from '../parts/section.tsx';
import { toast } from '../../toast.tsx';
import { When } from '../../parts/when.tsx';
import { AppDialog } from './app-dialog.tsx';
import { CodesDialog } from './codes-dialog.tsx';
import {
  factorsQuery,
  isCancelled,
  useAddPasskey,
  useRemoveFactor,
  useRenewCodes,
  type Factor,
  type Factors,
} from './factors.api.ts';
import './factors.css';

const FEW_CODES = 2;

/** The second factors of one's own account. */
export function FactorList() {
  const query = useQuery(factorsQuery);
  const { data } = query;
  const [codes, setCodes] = useState<readonly string[]>([]);
  const heading = useRef<HTMLHeadingElement>(null);
  const show = (made: readonly string[], key: 'factors.added' | 'factors.codes.made') => {
    toast('success', t(key));
    setCodes(made);
  };
  return (
    <Section title={t('factors.title')} headingRef={heading} className="factors">
      <p className="muted">{t('factors.text')}</p>
      <LoadState query={query} loading="factors.loading" failed="factors.load.failed" />
      {data !== undefined && data.factors.length > 0 && (
        <>
          <Box component="ul" className="factors-list" mt="1rem">
            {data.factors.map((factor) => (
              <FactorItem
                key={factor.id}
                factor={factor}
                onRemoved={() => heading.current?.focus()}
              />
            ))}
          </Box>
          <CodesLeft
            left={data.recovery_codes}
            onMade={(made) => show(made, 'factors.codes.made')}
          />
        </>
      )}
      {data !== undefined && (
        <AddFactor factors={data} onAdded={(made) => show(made, 'factors.added')} />
      )}
      <CodesDialog codes={codes} onClose={() => setCodes([])} />
    </Section>
  );
}

interface CodesLeftProps {
  readonly left: number;
  readonly onMade: (codes: readonly string[]) => void;
}

function CodesLeft({ left, onMade }: CodesLeftProps) {
  const renewal = useRenewCodes();
  const renew = async () => {
    const isSure = await confirm({
      title: t('factors.codes.renew'),
      content: t('factors.codes.renew.text'),
      yes: t('factors.codes.renew'),
    });
    if (!isSure) return;
    renewal.mutate(undefined, { onSuccess: (made) => onMade(made.codes), onError: fail });
  };
  return (
    <Group gap="sm" mt="sm">
      <span className="muted" data-tone={left <= FEW_CODES ? 'bad' : undefined}>
        {t('factors.codes.left', toCounted(left))}
      </span>
      <Button variant="subtle" size="xs" onClick={() => void renew()}>
        {t('factors.codes.renew')}
      </Button>
    </Group>
  );
}

interface AddFactorProps {
  readonly factors: Factors;
  readonly onAdded: (codes: readonly string[]) => void;
}

function AddFactor({ factors: { factors, has_passkeys: hasPasskeys }, onAdded }: AddFactorProps) {
  const [isAddingApp, setIsAddingApp] = useState(false);
  const passkey = useAddPasskey();
  const addPasskey = () =>
    passkey.mutate('', { onSuccess: (made) => onAdded(made.codes), onError: fail });
  return (
    <>
      <Group gap="sm" mt="md">
        {!factors.some(({ kind }) => kind === 'totp') && (
          <Button variant="default" onClick={() => setIsAddingApp(true)}>
            {t('factors.app.add')}
          </Button>
        )}
        {hasPasskeys === 1 && 'PublicKeyCredential' in window && (
          <Button variant="default" disabled={passkey.isPending} onClick={addPasskey}>
            {t('factors.passkey.add')}
          </Button>
        )}
      </Group>
      {hasPasskeys === 0 && (
        <Box component="p" c="dimmed" mt="1.5rem">
          {t('passkey.unavailable')}
        </Box>
      )}
      <AppDialog
        isOpen={isAddingApp}
        onClose={() => setIsAddingApp(false)}
        onAdded={(made) => {
          setIsAddingApp(false);
          onAdded(made);
        }}
      />
    </>
  );
}

function fail(error: unknown) {
  if (!isCancelled(error)) toast('error', explainFailure(error, 'factors.failed'));
}

interface FactorItemProps {
  readonly factor: Factor;
  readonly onRemoved: () => void;
}

function FactorItem({ factor, onRemoved }: FactorItemProps) {
  const { id, kind, name, rp_id: host, is_usable_here: isUsable, used_at: usedAt } = factor;
  const removal = useRemoveFactor();
  const title = name === '' ? t(kind === 'totp' ? 'factors.app' : 'factors.passkey') : name;
  const remove = async () => {
    const isSure = await confirm({
      title: t('factors.remove.title', { name: title }),
      content: t('factors.remove.text'),
      yes: t('factors.remove'),
      isDangerous: true,
    });
    if (!isSure) return;
    removal.mutate(id, {
      onSuccess: () => {
        toast('success', t('factors.removed'));
        onRemoved();
      },
      onError: fail,
    });
  };
  return (
    <li className="split-row">
      <div>
        <div>{title}</div>
        <div className="muted">
          {isUsable === 0 && `${t('factors.elsewhere', { host })} `}
          {t('factors.added.at')} <When at={factor.created_at} />
          {usedAt > 0 && (
            <>
              {' · '}
              {t('factors.used.at')} <When at={usedAt} />
            </>
          )}
        </div>
      </div>
      <Button
        variant="subtle"
        color="red"
        size="xs"
        aria-label={t('factors.remove.of', { name: title })}
        onClick={() => void remove()}
      >
        {t('factors.remove')}
      </Button>
    </li>
  );
}
