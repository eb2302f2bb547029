import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const SERVICE_WORKER = 'service-worker/service-worker.ts';

export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  plugins: [react()],
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
      input: ['main.tsx', SERVICE_WORKER],
      output: {
        // The folder of a service worker limits its scope.
        entryFileNames: ({ facadeModuleId }) =>
          facadeModuleId?.endsWith(SERVICE_WORKER) === true
            ? 'admin/service-worker.js'
            : 'assets/[name]-[hash].js',
        codeSplitting: {
          groups: [
            // Code for every page: one file that seldom changes and one that often does.
            { name: 'vendor', tags: ['$initial'], test: /node_modules/, priority: 2 },
            { name: 'base', tags: ['$initial'], test: /^(?!.*service-worker)/, priority: 1 },
          ],
        },
      },
    },
    sourcemap: false,
    target: 'es2023',
  },
});
