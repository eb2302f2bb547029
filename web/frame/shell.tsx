import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { registerServiceWorker } from '../admin/register-service-worker.ts';
import { SideMenu } from '../admin/side-menu.tsx';
import { TopBar } from '../admin/top-bar.tsx';
import { ConfirmDialog } from '../form/confirm.tsx';
import { storeRequestedPage } from '../urls/requested-page.ts';
import { LoadFailure } from '../failure-notice.tsx';
import { t } from '../language.ts';
import { useLoginCheck } from '../login-check.ts';
import { replacePage } from '../page-load.ts';
import { projectName, repositoryUrl } from '../project.ts';
import { readRefusal, useIsLogin } from '../session.ts';
import { initStateQuery, useSiteInfo } from '../site-info.ts';
import { localValues } from '../storage.ts';
import { showNextToast, toastNext } from '../toast.tsx';
import '../admin/mantine.css';
import { PageHelp } from '../ui/page-head.tsx';
import { HelpLink } from './help-link.tsx';
import './bar.css';
import '../admin/shell.css';

const FOLDED = 'menu_folded';
const year = new Date().getFullYear();

/** The frame of the admin area. Without a login, it redirects to the login page. */
export function Shell() {
  const isLogin = useIsLogin();
  const { isPending, data } = useQuery(initStateQuery);
  // A site without an account leads to the set-up instead.
  const isLoginMissing = !isLogin && !isPending && data?.is_init !== 'no';
  useEffect(() => {
    if (!isLoginMissing) return;
    toastNext('warning', readRefusal() ?? 'login.first');
    storeRequestedPage();
    replacePage('/login');
  }, [isLoginMissing]);
  return isLogin ? <ShellFrame /> : null;
}

function ShellFrame() {
  const { title } = useSiteInfo();
  useEffect(showNextToast, []);
  useEffect(() => void registerServiceWorker(), []);
  const [isFolded, setIsFolded] = useState(() => localValues.get(FOLDED) === 'yes');
  const fold = (folded: boolean) => {
    localValues.set(FOLDED, folded ? 'yes' : 'no');
    setIsFolded(folded);
  };
  const isNarrow = useMediaQuery('(max-width: 64em)', undefined, {
    getInitialValueInEffect: false,
  });
  return (
    <>
      <div className="shell" data-folded={isFolded || isNarrow || undefined}>
        <a className="skip-link" href="#content">
          {t('skip.to.content')}
        </a>
        <TopBar />
        <SideMenu isFolded={isFolded} onFold={fold} />
        <main id="content" className="shell-main" tabIndex={-1}>
          <ShellContent />
        </main>
        <footer className="shell-footer note">
          <span>
            © {year} {title}
          </span>
          <span>
            <a href={repositoryUrl} target="_blank" rel="noopener">
              {t('powered.by', { project: projectName })}
            </a>
          </span>
        </footer>
      </div>
      <ConfirmDialog />
    </>
  );
}

function ShellContent() {
  const check = useLoginCheck();
  if (check.isError) return <LoadFailure isPage title={t('page.failed')} query={check} />;
  return (
    <PageHelp value={<HelpLink />}>
      <Suspense fallback={null}>
        <Outlet />
      </Suspense>
    </PageHelp>
  );
}
