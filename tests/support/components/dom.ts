import { GlobalRegistrator } from '@happy-dom/global-registrator';
import { afterEach, beforeEach, mock } from 'bun:test';

// Preloaded before the component tests: React and the page read the DOM when they are imported.
GlobalRegistrator.register({ url: 'https://go.example/admin/list', width: 1280, height: 800 });

// Fields that grow with their text listen to the fonts, which happy-dom does not have.
Object.defineProperty(document, 'fonts', { value: new EventTarget() });

const { cleanup, configure } = await import('@testing-library/react');
const { notifications } = await import('@mantine/notifications');
const { queryClient } = await import('../../../web/queries.ts');
const { showLanguage } = await import('./languages.ts');

// A safety net: its second is too short on a busy machine.
configure({ asyncUtilTimeout: 60_000 });

beforeEach(async () => {
  await showLanguage('en');
});

afterEach(() => {
  cleanup();
  // A test may have said that the page came over https.
  Reflect.deleteProperty(window, 'isSecureContext');
  mock.clearAllMocks();
  mock.restore();
  notifications.clean();
  queryClient.clear();
  localStorage.clear();
  sessionStorage.clear();
});
