import { Button, Progress, Group, Stack } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { IMPORT_FILE_MAX } from '../../contracts/import.constants.ts';
import { ApiError } from '../api.ts';
import { explainFailure } from '../failure.ts';
import { locale, t } from '../language.ts';
import { toast } from '../toast.tsx';
import { formatSize } from '../ui/text/format-size.ts';
import { FilePicker } from './file-picker.tsx';
import { useImport, type ImportReport } from './import.api.ts';
import type { ImportStep } from './send-import.ts';
import { formatNumber } from '../ui/text/format-number.ts';
import { describePart } from './describe-part.ts';
import { FailedRows } from './failed-rows.tsx';

function explainImport(error: unknown): string {
  if (!(error instanceof ApiError)) return explainFailure(error, 'migration.failed');
  switch (error.key) {
    case 'network.error':
      return t('migration.upload.failed');
    case 'network.timeout':
      return t('migration.unsure');
    case 'request.timeout':
      return t('migration.slow');
    case 'too.large':
      return t('file.too.large');
    default:
      return explainFailure(error, 'migration.failed');
  }
}

function describeStep(step: ImportStep): string {
  if (step.kind === 'asking') return t('migration.asking');
  if (step.kind === 'importing') return t('migration.importing');
  return t('migration.uploading', { percent: Math.floor(step.share * 100) });
}

function showResult({ imported, failed }: ImportReport) {
  if (failed > 0) toast('warning', t('migration.done.partly', { count: failed }));
  else toast('success', t('migration.done', { count: imported }));
}

function findStage({ isPending, isSuccess, error, data }: ReturnType<typeof useImport>) {
  if (isPending) return 'importing';
  if (isSuccess) return data.failed > 0 ? 'partly' : 'success';
  return error === null ? 'select' : 'fail';
}

const accepted = { 'application/json': ['.json'], 'application/x-ndjson': ['.jsonl', '.ndjson'] };

/** Imports a JSON file: choice, progress and report. */
export function ImportSection() {
  const [file, setFile] = useState<File | null>(null);
  const [isOther, setOther] = useState(false);
  const openPicker = useRef<() => void>(null);
  const sending = useImport();
  const { isPending, error, step, data } = sending;

  const start = () => {
    if (file === null) {
      toast('warning', t('file.not.empty'));
      return;
    }
    sending.mutate(file, {
      onSuccess: (report) => {
        setFile(null);
        showResult(report);
      },
      onError: (failure) => toast('error', explainImport(failure)),
    });
  };

  const pick = (picked: File) => {
    setOther(false);
    setFile(picked);
    sending.reset();
  };

  const isReady = file !== null && !isPending;
  return (
    <section aria-labelledby="import">
      <SectionHead stage={findStage(sending)} />
      <FilePicker
        accept={accepted}
        title={t('migration.drop')}
        help={t('migration.drop.help')}
        button={t('migration.choose')}
        isBusy={isPending}
        openRef={openPicker}
        findFault={findFileFault}
        onPick={pick}
        onRefuse={(fault) => setOther((isNow) => isNow || fault !== 'migration.one.file')}
      />
      {isOther && <OtherHint />}
      {file !== null && <ChosenFile file={file} />}
      {error !== null && <Failure error={error} />}
      {isPending && <ImportProgress step={step} />}
      <ImportActions
        isPending={isPending}
        isReady={isReady}
        onStart={start}
        onReselect={() => {
          setFile(null);
          sending.reset();
          openPicker.current?.();
        }}
      />
      {data !== undefined && <Report report={data} />}
    </section>
  );
}

function findFileFault(file: File, count: number) {
  if (count > 1) return 'migration.one.file';
  const isJson = file.type === 'application/json' || /\.(json|jsonl|ndjson)$/i.test(file.name);
  if (!isJson) return 'json.only';
  return file.size > IMPORT_FILE_MAX ? 'file.too.large' : null;
}

const tones: Readonly<Record<string, string>> = {
  success: 'good',
  partly: 'warning',
  fail: 'bad',
  imported: 'good',
  failed: 'bad',
};

function SectionHead({ stage }: { readonly stage: ReturnType<typeof findStage> }) {
  return (
    <div className="migration-head">
      <h2 id="import" className="section-title">
        {t('migration.import')}
      </h2>
      <output className="muted" data-tone={tones[stage]}>
        {t(`migration.stage.${stage}`)}
      </output>
    </div>
  );
}

function OtherHint() {
  return (
    <p className="migration-failure" data-tone="bad">
      {t('migration.other')} <a href="#over">{t('over.title')}</a>
    </p>
  );
}

function Failure({ error }: { readonly error: Error }) {
  return (
    <>
      <p className="migration-failure" data-tone="bad">
        {explainImport(error)}
      </p>
      {error instanceof ApiError && error.key === 'json.error' && (
        <p className="muted">
          {t('migration.note.source')} {t('migration.note.tables')}
        </p>
      )}
    </>
  );
}

function ChosenFile({ file }: { readonly file: File }) {
  return (
    <Group className="migration-file" wrap="nowrap" gap="sm" mt="sm">
      <IconFileText size={20} aria-hidden />
      <span className="anywhere">{file.name}</span>
      <span className="muted">{formatSize(file.size, locale)}</span>
    </Group>
  );
}

function ImportProgress({ step }: { readonly step: ImportStep }) {
  return (
    <Stack gap="0.375rem" mt="md">
      <Progress
        value={step.kind === 'uploading' ? step.share * 100 : 100}
        animated={step.kind !== 'uploading'}
        aria-label={t('migration.progress')}
      />
      <span className="muted">{describeStep(step)}</span>
    </Stack>
  );
}

interface ImportActionsProps {
  readonly isPending: boolean;
  readonly isReady: boolean;
  readonly onStart: () => void;
  readonly onReselect: () => void;
}

function ImportActions({ isPending, isReady, onStart, onReselect }: ImportActionsProps) {
  return (
    <Group gap="sm" mt="md">
      <Button
        // The button still takes a click, and then shows what is missing.
        {...(isReady ? {} : { 'data-disabled': true, 'aria-disabled': true })}
        onClick={isPending ? undefined : onStart}
      >
        {t(isPending ? 'migration.stage.importing' : 'migration.start')}
      </Button>
      {isReady && (
        <Button variant="default" onClick={onReselect}>
          {t('migration.reselect')}
        </Button>
      )}
    </Group>
  );
}

const counts = ['imported', 'skipped', 'failed'] as const;

/** Shows how many rows of a file became links, and which failed. */
function Report({ report }: { readonly report: ImportReport }) {
  return (
    <div className="migration-report">
      <dl className="migration-counts">
        {counts.map((name) => (
          <div key={name}>
            <dt>{t(`migration.count.${name}`)}</dt>
            <dd className="mono" data-tone={report[name] > 0 ? tones[name] : undefined}>
              {formatNumber(report[name], locale)}
            </dd>
          </div>
        ))}
      </dl>
      {report.partial !== undefined && <p role="note">{describePart(report.partial)}</p>}
      {report.skipped > 0 && <p className="muted">{t('migration.skipped.why')}</p>}
      {report.rows.length > 0 && <FailedRows rows={report.rows} />}
    </div>
  );
}
