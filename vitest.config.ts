import { defineConfig } from 'vitest/config'

const conditions = ['mkt-source']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['./test/seeded-chance.ts'],
    env: { NODE_ENV: 'test' },
    reporters: ['default', './test/tally-reporter.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Two cores: more workers only make the timing-sensitive end-to-end tests fight each other.
    maxWorkers: 2,
  },
})
