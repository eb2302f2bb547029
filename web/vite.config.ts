import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  plugins: [react()],
  build: {
    // Where scripts/web.ts takes it from when it is whole.
    outDir: '../build/web.draft',
    emptyOutDir: true,
    assetsDir: 'assets',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
    manifest: 'manifest.json',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: 'main.tsx',
      output: {
        codeSplitting: {
          groups: [
            // What every page needs, in one file that seldom changes and one that often does.
            { name: 'vendor', tags: ['$initial'], test: /node_modules/, priority: 2 },
            { name: 'base', tags: ['$initial'], priority: 1 },
          ],
        },
      },
    },
    sourcemap: false,
    target: 'es2023',
  },
});
