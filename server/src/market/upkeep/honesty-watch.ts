import { type Measure, suspicious } from '../broker/honesty.ts'
import type { Market } from '../deps.ts'
import { allMeasures, flaggedHosts, flagHost } from '../hosts/honesty-store.ts'
import { PROOF_MS, provenTokens } from '../trust/proof.ts'
import { allEvidence } from '../trust/proof-store.ts'
import { everyAtOne } from './at-one.ts'

const EVERY_MS = 60_000

/** Flags hosts whose text is too short for the tokens that they bill, and takes the flag back when it is not any more. */
export function startHonestyWatch(market: Market) {
  return everyAtOne(market, 'honesty-watch', EVERY_MS, () => watchHonesty(market))
}

async function watchHonesty(market: Market): Promise<void> {
  const before = new Set(await flaggedHosts(market.database))
  const now = suspicious(await measures(market))
  const changed = [...before.symmetricDifference(now)]
  if (changed.length === 0) return
  await market.database.transaction(async (tx) => {
    for (const host_id of changed) await flagHost(tx, host_id, now.has(host_id))
  })
  for (const host_id of changed) {
    if (now.has(host_id))
      market.log.warn({ host_id }, 'host flagged: far fewer bytes a billed token than other hosts of its model')
    else market.log.info({ host_id }, 'host is no longer flagged')
  }
}

async function measures({ database, clock }: Market): Promise<Measure[]> {
  const evidence = await allEvidence(database, clock.now() - PROOF_MS)
  const shown = new Map(evidence.map((row) => [`${row.host_id}/${row.model}`, row]))
  return (await allMeasures(database)).map((measure) => {
    const row = shown.get(`${measure.host_id}/${measure.model}`)
    return { ...measure, proven: row !== undefined && provenTokens(row) > 0, paid_nano: row?.paid_nano ?? 0n }
  })
}
