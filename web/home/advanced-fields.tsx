import { IconChevronDown } from '@tabler/icons-react';
import { useId } from 'react';
import { t } from '../language.ts';
import { shortLinkPrefix } from '../urls/short-link.ts';
import { FramedInput } from '../ui/fields/framed-input.tsx';
import { explainCode, type ShortenFields } from './use-shorten-fields.ts';

/** The field for the code, collapsed. */
export function AdvancedFields({ fields }: { readonly fields: ShortenFields }) {
  const { code, setCode, isAdvanced, setIsAdvanced, errors, setCodeError, codeInput } = fields;
  const advancedId = useId();
  const toggleAdvanced = () => {
    setIsAdvanced(!isAdvanced);
    setCode('');
    setCodeError(null);
  };
  return (
    <>
      <button
        type="button"
        className="home-advanced-toggle plain-button"
        data-goes-on
        aria-expanded={isAdvanced}
        aria-controls={advancedId}
        onClick={toggleAdvanced}
      >
        {t('home.advanced')}
        <IconChevronDown size={16} aria-hidden />
      </button>
      <div id={advancedId} className="home-advanced" hidden={!isAdvanced}>
        <FramedInput
          ref={codeInput}
          label={t('home.code.label')}
          help={t('home.code.help')}
          error={errors.code}
          prefix={shortLinkPrefix()}
          name="short_url"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          value={code}
          onChange={(event) => {
            setCode(event.currentTarget.value);
            if (errors.code !== null) setCodeError(null);
          }}
          onBlur={() => setCodeError(explainCode(code))}
        />
      </div>
    </>
  );
}
