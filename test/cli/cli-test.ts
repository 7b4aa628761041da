import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect } from 'vitest'
import { type FakeMarket, startFakeMarket } from './fake-market.ts'
import { type Ended, type Running, type RunOptions, runMkt, startMkt } from './run-mkt.ts'
import { TOKEN } from './samples.ts'

export interface Cli {
  /** Where the logins of this test are kept. */
  directory: string
  run(args: string[], options?: RunOptions): Promise<Ended>
  start(args: string[], options?: RunOptions): Running
  /** As `run`, without MKT_TOKEN. */
  runLoggedOut(args: string[], options?: RunOptions): Promise<Ended>
}

/** Each test has a marketplace and a config directory of its own, and mkt with MKT_SERVER and MKT_TOKEN set. */
export const test = base.extend<{ market: FakeMarket; cli: Cli }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads a fixture's needs from this pattern
  market: async ({}, use) => {
    const market = await startFakeMarket()
    await use(market)
    await market.close()
    expect(market.faults).toEqual([])
  },
  cli: async ({ market }, use) => {
    const directory = await mkdtemp(join(tmpdir(), 'mkt-cli-'))
    const env = { MKT_SERVER: market.url, MKT_CONFIG_DIR: directory }
    const started: Running[] = []
    const start = (args: string[], options: RunOptions = {}, more: Record<string, string> = {}) => {
      const running = startMkt(args, { ...options, env: { ...env, ...more, ...options.env } })
      started.push(running)
      return running
    }
    const run = (args: string[], options: RunOptions = {}, more: Record<string, string> = {}) =>
      runMkt(args, { ...options, env: { ...env, ...more, ...options.env } })
    await use({
      directory,
      start: (args, options) => start(args, options, { MKT_TOKEN: TOKEN }),
      run: (args, options) => run(args, options, { MKT_TOKEN: TOKEN }),
      runLoggedOut: (args, options) => run(args, options),
    })
    for (const { process } of started) if (process.exitCode === null) process.kill('SIGKILL')
    await rm(directory, { recursive: true })
  },
})
