import { t } from '../../language.ts';
import { rateLinkPassword } from './password-strength.ts';

/** Says how strong a typed password is; null or empty says nothing. */
export function StrengthNote({ password }: { readonly password: string | null }) {
  const isTyped = password !== null && password !== '';
  return (
    <output className="routing-strength">
      {isTyped && t(`who.strength.${rateLinkPassword(password)}`)}
    </output>
  );
}
