import { Button } from '@mantine/core';
import { explainFailure } from '../failure.ts';
import { confirm } from '../form/confirm.tsx';
import { locale, t } from '../language.ts';
import { toast } from '../toast.tsx';
import { Instant } from '../ui/text/instant.tsx';
import { useEndInvitation, type Invitation } from './people.api.ts';

interface InvitationListProps {
  readonly invitations: readonly Invitation[];
  readonly onEnded: () => void;
}

export function InvitationList({ invitations, onEnded }: InvitationListProps) {
  const { mutateAsync } = useEndInvitation();
  if (invitations.length === 0) return null;
  const end = async ({ id, email }: Invitation) => {
    const isYes = await confirm({
      title: t('people.invitation.end.title', { email }),
      content: t('people.invitation.end.text'),
      yes: t('people.invitation.end'),
      isDangerous: true,
    });
    if (!isYes) return;
    try {
      await mutateAsync(id);
      toast('success', t('people.invitation.ended'));
      onEnded();
    } catch (error) {
      toast('error', explainFailure(error, 'people.invitation.end.failed'));
    }
  };
  return (
    <section aria-labelledby="open-invitations" className="people-section">
      <h2 id="open-invitations" className="section-title">
        {t('people.invitations')}
      </h2>
      <ul className="people-list">
        {invitations.map((invitation) => (
          <li key={invitation.id} className="people-row people-invitation">
            <span className="people-who cut">{invitation.email}</span>
            <span>{t(`role.${invitation.role}`)}</span>
            <span className="muted">
              <Instant
                at={invitation.expires_at}
                locale={locale}
                justNow={t('just.now')}
                format={(when) => t('people.invitation.until', { when })}
              />
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
    </section>
  );
}
