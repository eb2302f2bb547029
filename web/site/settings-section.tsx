import { useId, type ReactNode } from 'react';

interface SettingsSectionProps {
  readonly title: string;
  readonly about: string;
  readonly children?: ReactNode;
}

export function SettingsSection({ title, about, children }: SettingsSectionProps) {
  const id = useId();
  return (
    <section className="settings-section" aria-labelledby={id}>
      <div>
        <h2 id={id} className="settings-heading">
          {title}
        </h2>
        <p className="settings-about">{about}</p>
      </div>
      {children !== undefined && <div className="settings-fields">{children}</div>}
    </section>
  );
}
