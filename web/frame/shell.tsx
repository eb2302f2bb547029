import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { registerServiceWorker } from '../admin/register-service-worker.ts';
import { FactorSetUp } from '../admin/pages.ts';
import { SideMenu } from '../admin/side-menu.tsx';
import { TopBar } from '../admin/top-bar.tsx';
import { WrongCodes } from '../account/factors/wrong-codes.tsx';
import { useAppInfo, useIsLimited } from '../app-info.ts';
import { ConfirmDialog } from '../form/confirm.tsx';
import { DialogLock } from '../form/dialog.tsx';
import { useIsUnsaved } from '../form/unsaved.ts';
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
import { Confirmation } from './confirmation.tsx';
import { HelpLink } from './help-link.tsx';
import { useFreshRights } from './use-fresh-rights.ts';
import './bar.css';
import '../admin/shell.css';

const FOLDED = 'menu_folded';
const year = new Date().getFullYear();

/** The frame of the admin area. Without a login, it redirects to the login page. */
export function Shell() {
  const isLogin = useIsLogin();
  const { isPending, data } = useQuery(initStateQuery);
  const { state, isKept, ...kept } = useKeptPage(isLogin);
  // A site without an account leads to the set-up instead.
  const isRefused = !isLogin && !isKept && !isPending && data?.is_init !== 'no';
  const isLoginMissing = state === 'left' || isRefused;
  useEffect(() => {
    if (!isLoginMissing) return;
    toastNext('warning', readRefusal() ?? 'login.first');
    storeRequestedPage();
    replacePage('/login');
  }, [isLoginMissing]);
  if (state === 'left' || !(isLogin || isKept)) return null;
  return (
    <>
      <DialogLock value={isKept}>
        <ShellFrame />
      </DialogLock>
      <Suspense fallback={null}>{isKept && <LoginAgain {...kept} />}</Suspense>
    </>
  );
}

const loadLoginAgain = () => import('../account/login-again.tsx');
const LoginAgain = lazy(async () => ({ default: (await loadLoginAgain()).LoginAgain }));

/** Keeps unsaved input when its login ends. Another window may log in with another account. */
function useKeptPage(isLogin: boolean) {
  const isUnsaved = useIsUnsaved();
  const username = useAppInfo(isLogin).data?.username;
  const [state, setState] = useState<'open' | 'kept' | 'left'>('open');
  if (state === 'open' && !isLogin && isUnsaved && username !== undefined) setState('kept');
  // The server may be out of reach when the login ends.
  useEffect(() => {
    if (isUnsaved) void loadLoginAgain().catch(() => undefined);
  }, [isUnsaved]);
  return {
    state,
    isKept: state === 'kept',
    username: username ?? '',
    onLoggedIn: () => setState('open'),
    onLeave: () => setState('left'),
  };
}

function ShellFrame() {
  const { title } = useSiteInfo();
  useEffect(showNextToast, []);
  useFreshRights();
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
      <Confirmation />
    </>
  );
}

function ShellContent() {
  const check = useLoginCheck();
  const isLimited = useIsLimited();
  const [isSettingUp, setSettingUp] = useState(false);
  if (isLimited && !isSettingUp) setSettingUp(true);
  if (check.isError && check.data === undefined)
    return <LoadFailure isPage title={t('page.failed')} query={check} />;
  return (
    <PageHelp value={<HelpLink {...(isSettingUp && { chapter: 'account' })} />}>
      <WrongCodes />
      <Suspense fallback={null}>
        {isSettingUp ? <FactorSetUp onDone={() => setSettingUp(false)} /> : <Outlet />}
      </Suspense>
    </PageHelp>
  );
}
