import type { Clock } from '../base/clock.ts'
import type { Ids } from '../base/ids.ts'
import type { Log } from '../base/log.ts'
import { every } from '../base/loop.ts'
import type { Meter } from '../base/meter.ts'
import { VERSION } from '../base/version.ts'
import type { Database } from '../storage/database.ts'
import { purgeServers, removeServer, signServer } from './server-store.ts'

const EVERY_MS = 20_000
/** One that stopped without a word is shown as silent for so long. */
const KEPT_MS = 3_600_000

interface SigningDeps {
  database: Database
  clock: Clock
  ids: Ids
  log: Log
  meter: Meter
  machine: string
  services: readonly string[]
}

/** Signs for this process now and every 20 s, so that operators see which servers there are. The result signs off. */
export function keepSigning({ database, clock, ids, log, meter, machine, services }: SigningDeps): () => Promise<void> {
  const server_id = ids.next('srv')
  const who = { server_id, machine, version: VERSION, services: services.join(','), started_at: clock.now() }
  const measure = measureBy(meter, clock)
  const sign = async () => {
    const measured = await measure()
    const signed_at = clock.now()
    await database.transaction(async (tx) => {
      await signServer(tx, { ...who, ...measured, signed_at })
      await purgeServers(tx, signed_at - KEPT_MS)
    })
  }
  const warn = (what: string) => (err: unknown) => log.warn({ err }, what)
  const first = sign().catch(warn('this server could not be signed for; it tries again'))
  const stop = every(clock, log, 'signing', EVERY_MS, sign)
  return async () => {
    await first
    await stop()
    await database
      .transaction((tx) => removeServer(tx, server_id))
      .catch(warn('this server is shown as silent for an hour, since it could not be signed off'))
  }
}

const [MEMORY, CPU, DELAY] = [
  'process_resident_memory_bytes',
  'process_cpu_seconds_total',
  'nodejs_eventloop_lag_p99_seconds',
] as const

/** What Prometheus is told too, of the process as a whole. */
function measureBy(meter: Meter, clock: Clock) {
  let before = { cpu: 0, at: clock.monotonic() }
  return async () => {
    const samples = await meter.samples([MEMORY, CPU, DELAY])
    const of = (name: string) => samples.find((sample) => sample.name === name)?.value ?? 0
    const now = { cpu: of(CPU), at: clock.monotonic() }
    const seconds = (now.at - before.at) / 1000
    const cores = seconds > 0 ? Math.max(0, (now.cpu - before.cpu) / seconds) : 0
    before = now
    return { memory_bytes: Math.round(of(MEMORY)), cores, delay_ms: of(DELAY) * 1000 }
  }
}
