import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte()],
  // The window loads the files from its own origin, a test server from the root of a loopback port.
  base: './',
  // Under test, components are mounted as in a browser, not rendered to text.
  ...(process.env['VITEST'] ? { resolve: { conditions: ['browser'] } } : {}),
  clearScreen: false,
  server: { host: '127.0.0.1', port: 5173, strictPort: true },
  build: {
    target: ['es2022', 'safari16.4', 'chrome110'],
    outDir: 'dist',
    // Data addresses are not in the policy for scripts, styles and fonts.
    assetsInlineLimit: 0,
    // One style sheet, there from the start: while another is on its way, WebKit lays out what is new as if it had no
    // size, and a list that measures it then leaves it out.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
  },
  test: {
    environment: 'happy-dom',
    include: ['tests/**/*.test.ts'],
    // Machines that build at the same time are slow.
    testTimeout: 20_000,
  },
});
