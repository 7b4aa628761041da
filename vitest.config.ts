import { defineConfig } from 'vitest/config'
import { COMPILE_CACHE } from './test/compile-cache.ts'

const conditions = ['mkt-source']

// For the test runner's own processes and threads, and what they start with this environment.
process.env.NODE_COMPILE_CACHE ??= COMPILE_CACHE

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['test/**/*.test.ts'],
    // `npm run test:long` runs those.
    exclude: ['test/**/*.long.test.ts'],
    setupFiles: ['./test/seeded-chance.ts'],
    env: { NODE_ENV: 'test' },
    reporters: ['default', './test/tally-reporter.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Two cores: more workers only make the timing-sensitive end-to-end tests fight each other.
    maxWorkers: 2,
    // pdf.js leaves this promise behind when a document is given up in the middle of a page; the service's threads
    // outlive it too (server/src/documents/stray-rejections.ts).
    onUnhandledError: ({ name, message }) => !(name === 'AbortException' && message === 'Page was destroyed.'),
  },
})
