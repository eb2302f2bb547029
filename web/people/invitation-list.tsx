import { Button } from '@mantine/core';
import { runAction } from '../account/parts/run-action.ts';
import { t } from '../language.ts';
import { Section } from '../account/parts/section.tsx';
import { When } from '../parts/when.tsx';
import { useEndInvitation, type Invitation } from './people.api.ts';

interface InvitationListProps {
  readonly invitations: readonly Invitation[];
  readonly onEnded: () => void;
}

export function InvitationList({ invitations, onEnded }: InvitationListProps) {
  const { mutateAsync } = useEndInvitation();
  if (invitations.length === 0) return null;
  const end = ({ id, email }: Invitation) =>
    runAction({
      question: {
        title: t('people.invitation.end.title', { email }),
        content: t('people.invitation.end.text'),
        yes: t('people.invitation.end'),
        isDangerous: true,
      },
      run: () => mutateAsync(id),
      done: () => t('people.invitation.ended'),
      failed: 'people.invitation.end.failed',
      onDone: onEnded,
    });
  return (
    <Section title={t('people.invitations')} className="people-section">
      <ul className="people-list rows">
        {invitations.map((invitation) => (
          <li key={invitation.id} className="people-row people-invitation">
            <span className="people-who cut">{invitation.email}</span>
            <span>{t(`role.${invitation.role}`)}</span>
            <span className="muted">
              <When at={invitation.expires_at} phrase="people.invitation.until" />
            </span>
            <Button
              variant="default"
              size="xs"
              aria-label={t('people.invitation.end.of', { email: invitation.email })}
              onClick={() => void end(invitation)}
            >
              {t('people.invitation.end')}
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}
