import { setImmediate as nextTurn } from 'node:timers/promises'
import { writeJson } from '@mkt/schemas'
import type { Clock } from '../../base/clock.ts'
import { sortInSteps } from '../../base/sort-in-steps.ts'
import { TIMES } from '../../limits.ts'
import type { Reader } from '../../storage/database.ts'
import { type ListedRow, Listing } from './listing-page.ts'
import { hostDetails, listHosts, ModelTally } from './listing-rules.ts'
import { listedHosts } from './listing-store.ts'

/** A long list is read again no more often than this: reading it takes a second of processor time, in steps. */
export const MOST_LISTED_MS = 10_000

/** Hosts read at once: with a hundred models each that takes the event loop a few milliseconds. */
const HOSTS_AT_ONCE = 10
/** Rows of JSON written at once. */
const ROWS_AT_ONCE = 2000

/** What GET /hosts and GET /models list at one moment. */
export interface MarketListing {
  hosts: Listing
  models: Listing
  /** What GET /hosts?detail=full adds, by host as JSON. */
  hostDetails: ReadonlyMap<string, string>
  /** Of hosts and their models: what reading it cost. */
  rows: number
}

/** Reads all that is listed, in steps: nobody waits for more than one of them, however many hosts register. */
export async function readListing(reader: Reader, clock: Clock): Promise<MarketListing> {
  const since = clock.now() - TIMES.listed_ms
  const hosts: ListedRow[] = []
  const details = new Map<string, string>()
  const tally = new ModelTally()
  let rows = 0
  for (let before: string | undefined; ; ) {
    const page = await listedHosts(reader, { since, before, limit: HOSTS_AT_ONCE })
    const listed = listHosts(page)
    for (const host of listed) hosts.push({ key: host.host_id, text: writeJson(host) })
    for (const [host_id, detail] of hostDetails(page, clock.now())) details.set(host_id, writeJson(detail))
    tally.add(page)
    rows += page.length
    before = listed.at(-1)?.host_id
    if (before === undefined || listed.length < HOSTS_AT_ONCE) break
    await nextTurn()
  }
  const models = await writeModels(tally)
  return { hosts: new Listing('hosts', hosts, 'newest first'), models, hostDetails: details, rows }
}

async function writeModels(tally: ModelTally): Promise<Listing> {
  const rows: ListedRow[] = []
  for (const name of await sortInSteps(tally.names)) {
    rows.push({ key: name, text: writeJson(tally.model(name)) })
    if (rows.length % ROWS_AT_ONCE === 0) await nextTurn()
  }
  return new Listing('models', rows, 'by name')
}
