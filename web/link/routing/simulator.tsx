import { t } from '../../language.ts';
import { SimulatorFields } from './simulator-fields.tsx';
import { SimulatorResult } from './simulator-result.tsx';
import type { SectionProps } from './section-props.ts';
import { useSimulator } from './use-simulator.ts';
import './simulator.css';

/** Tries a visit: which rule decides and where it leads. */
export function Simulator({ link, settings, onTried }: SectionProps) {
  const { visit, reply, error, change } = useSimulator(link, settings.savedRules, onTried);
  return (
    <div className="try">
      <p className="routing-note">{t('try.help')}</p>
      <SimulatorFields link={link} visit={visit} onChange={change} />
      <SimulatorResult
        link={link}
        rules={settings.savedRules}
        reply={reply}
        error={error}
        isUnsaved={settings.changed.length > 0}
      />
    </div>
  );
}
