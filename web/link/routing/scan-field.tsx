import { Radio } from '@mantine/core';
import { t } from '../../language.ts';
import type { ConditionDraft } from './rule-draft.ts';
import '@mantine/core/styles/Radio.css';

interface ScanFieldProps {
  readonly path: string;
  readonly isQr: boolean;
  readonly onChange: (change: ConditionDraft) => void;
}

/** Whether the visitor scanned the QR code. */
export function ScanField({ path, isQr, onChange }: ScanFieldProps) {
  return (
    <Radio.Group
      label={t('condition.is_qr')}
      name={path}
      value={isQr ? 'yes' : 'no'}
      onChange={(value) => onChange({ is_qr: value === 'yes' })}
    >
      <div className="routing-radios" data-row>
        <Radio value="yes" label={t('scan.yes')} />
        <Radio value="no" label={t('scan.no')} />
      </div>
    </Radio.Group>
  );
}
