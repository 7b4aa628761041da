import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CommandIo, perform } from '../../agent/src/command-io.ts'
import type { Environment } from '../../agent/src/config-reader.ts'
import { type Identity, openState, type State } from '../../agent/src/state.ts'
import { SERVER } from './agent-under-test.ts'
import { Marketplace } from './marketplace.ts'
import { type VirtualEffects, virtualEffects } from './virtual-effects.ts'

export interface IoUnderTest {
  io: CommandIo
  effects: VirtualEffects
  market: Marketplace
  env: Environment
  dir: string
  state: State
  /** What was printed, and what was told. */
  out: string[]
  err: string[]
  /** Registers this machine at a server, as an earlier start would have. */
  register(changes?: Partial<Identity>): Identity
  /** Runs an operation as its command would; the answer is the exit code. */
  run(operation: (io: CommandIo, flags: { state: string }) => Promise<number | undefined>): Promise<number>
}

/** A person's terminal on a machine with a state directory, and a marketplace. */
export function ioUnderTest(): IoUnderTest {
  const effects = virtualEffects()
  const market = new Marketplace(effects)
  effects.fetch = market.fetch
  const dir = mkdtempSync(join(tmpdir(), 'mkt-agent-io-'))
  const state = openState(dir)
  const [out, err]: [string[], string[]] = [[], []]
  const env: Environment = {}
  const io = {
    effects,
    env,
    print: (line: string) => void out.push(line),
    tell: (line: string) => void err.push(line),
  }
  return {
    ...{ io, effects, market, env, dir, state, out, err },
    register(changes = {}) {
      const registered = { gpu: 'x', models: ['tiny'], price_per_token: '0.001', backend: 'worker' }
      const identity = {
        ...{ server: SERVER, host_id: 'host_01', api_key: market.account.newKey() },
        ...{ registered: { ...registered, endpoint_url: null, max_tokens: 4096 }, instances: [], ...changes },
      }
      state.save(identity)
      market.account.key = identity.api_key
      return identity
    },
    run: (operation) => perform((given) => operation(given, { state: dir }), io),
  }
}
