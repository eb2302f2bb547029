import react from '@vitejs/plugin-react';
import { dirname, relative } from 'node:path';
import { defineConfig } from 'vite';
import { tablerIcons } from '../scripts/tabler-icons.ts';

const root = dirname(import.meta.dirname);
const SERVICE_WORKER = 'service-worker/service-worker.ts';

const SHARED = 3;
// Few files for a first visit, and none that public pages do not need.
const publicLater =
  /Portal|CloseButton|get-(default-z-index|style-object|nonce)|use-(force-update|merged-ref|sidecar|callback-ref)|react-(remove-scroll|style)|tslib|IconX|middle-cut|readable-url|punycode/;
const publicForms =
  /(?<!Password)Inputs?(Base|GroupFieldset)?\/|InlineInput|NativeSelect|ComboboxChevron|plain-input|Checkbox|CheckIcon|IconDownload|save-file|readable-link|initial-focus|auto-contrast|use-(id|uncontrolled)/;
const notShared =
  /service-worker|[Pp]assword|web\/(account|audit|people|stats|home)\/|shown-once|Radio|\/uqr\/|qr-drawing|access\.constants|mantine\/form|klona|fast-deep-equal|focus-first-error|tags-input|\/zod\/|contracts\/(account|fields|route)\.ts|save-bar|unsaved-guard/;

const isOf = (files: RegExp) => (id: string) => files.test(relative(root, id));
const isApart = isOf(notShared);

export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  plugins: [tablerIcons(root), react()],
  build: {
    // scripts/web.ts moves the complete build from here.
    outDir: '../build/web.draft',
    emptyOutDir: true,
    assetsDir: 'assets',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
    manifest: 'manifest.json',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // As an entry, the home page puts its code into the first two groups.
      input: ['main.tsx', 'home/home.page.tsx', SERVICE_WORKER],
      output: {
        // The folder of a service worker limits its scope.
        entryFileNames: ({ facadeModuleId }) =>
          facadeModuleId?.endsWith(SERVICE_WORKER) === true
            ? 'admin/service-worker.js'
            : 'assets/[name]-[hash].js',
        codeSplitting: {
          groups: [
            { name: 'vendor', tags: ['$initial'], test: /node_modules/, priority: 4 },
            {
              name: 'base',
              tags: ['$initial'],
              test: isOf(/^(?!.*service-worker|web\/home\/)/),
              priority: 3,
            },
            { name: 'later', test: isOf(publicLater), minShareCount: SHARED, priority: 2 },
            { name: 'forms', test: isOf(publicForms), minShareCount: SHARED, priority: 1 },
            { name: 'admin', test: (id) => !isApart(id), minShareCount: SHARED, priority: 0 },
          ],
        },
      },
    },
    sourcemap: false,
    target: 'es2023',
  },
});
