import { defineConfig } from 'vitest/config'
import { COMPILE_CACHE } from './test/compile-cache.ts'
import LongestFirst from './test/longest-first.ts'
import { WIDE, WIDE_APART, WIDER } from './test/wide.ts'

const conditions = ['mkt-source']

// For the test runner's own processes and threads, and what they start with this environment.
process.env.NODE_COMPILE_CACHE ??= COMPILE_CACHE

// `npm run test:long` runs those.
const LONG = 'test/**/*.long.test.ts'

/** Tests that need a process of their own. */
const APART = [
  // Puts modules in the place of others.
  'test/server/commands.examples.test.ts',
  // Judge how much memory their process takes.
  'test/server/documents.intake.test.ts',
  'test/server/hostile/http.body.test.ts',
  'test/server/hostile/stream.slow-readers.test.ts',
]

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    projects: [
      // Loading the product anew for each of three hundred files took a third of the time of all tests.
      {
        extends: true,
        test: { name: 'shared', include: ['test/**/*.test.ts'], exclude: [LONG, ...APART, ...WIDE], isolate: false },
      },
      { extends: true, test: { name: 'apart', include: APART } },
      // `npm run test:wide`
      {
        extends: true,
        test: {
          ...{ name: 'wide', include: [...WIDE, ...WIDER], exclude: [LONG, ...WIDE_APART], isolate: false },
          env: { MKT_TEST_WIDE: '1' },
        },
      },
      { extends: true, test: { name: 'wide-apart', include: WIDE_APART, env: { MKT_TEST_WIDE: '1' } } },
    ],
    globalSetup: ['./test/temporary-folder.ts'],
    setupFiles: ['./test/seeded-chance.ts'],
    sequence: { sequencer: LongestFirst },
    env: { NODE_ENV: 'test' },
    reporters: ['default', './test/tally-reporter.ts'],
    // A quiet machine takes a third of it at most, and a busy one has been seen to take three times as long.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // A second, as it comes, is less than a busy machine may take for what is asked.
    expect: { poll: { timeout: 60_000 } },
    // Of two cores two workers leave a fifth idle, since files wait for programs, timers and disks: a third takes it.
    maxWorkers: 3,
    // pdf.js leaves this promise behind when a document is given up in the middle of a page; the service's threads
    // outlive it too (server/src/documents/threads/stray-rejections.ts).
    onUnhandledError: ({ name, message }) => !(name === 'AbortException' && message === 'Page was destroyed.'),
  },
})
