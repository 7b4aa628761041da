import { setTimeout as pause } from 'node:timers/promises'
import { ClusterPlace, type Fault } from './place.ts'
import { serveJobs, type Tally, trade } from './traders.ts'

const BUYERS = 4
const HOSTS = 6
/** Jobs that end between two faults. */
const BETWEEN = 6

export interface ClusterRounds {
  rounds: number
  auditEvery: number
  /** Which kinds; all that the machine allows when not given. */
  only?: readonly string[] | undefined
  say?: (line: string) => void
}

/** Breaks one thing a round under load, and audits. Undefined where the machine lacks what is needed. */
export async function runClusterRounds(
  database: string,
  { rounds, auditEvery, only, say = () => undefined }: ClusterRounds,
): Promise<{ tally: Tally; broken: Record<string, number> } | { why: string }> {
  const place = await ClusterPlace.open(database)
  if (!(place instanceof ClusterPlace)) return place
  const tally: Tally = { completed: 0, failed: 0, resumed: 0, repeated: 0, faults: [] }
  const broken: Record<string, number> = {}
  const faults = place.faults.filter((fault) => only?.includes(fault) ?? true)
  let over = false
  const buyers = Array.from({ length: BUYERS }, () => trade(place, tally, () => over))
  let closed = false
  const hosts = Array.from({ length: HOSTS }, () => serveJobs(place, tally, () => closed))
  const failed = Promise.all([...buyers, ...hosts]).then(() => new Promise<never>(() => undefined))
  try {
    for (let round = 0; round < rounds; round++) {
      const wanted = tally.completed + tally.failed + BETWEEN
      while (tally.completed + tally.failed < wanted) await Promise.race([pause(20), failed])
      const fault = faults[round % faults.length] as Fault
      await Promise.race([place.break(fault, Math.floor(round / faults.length)), failed])
      broken[fault] = (broken[fault] ?? 0) + 1
      const audit = round % auditEvery === 0 ? await place.audit() : undefined
      if (audit) tally.faults.push(`after round ${round}: ${audit}`)
      say(`round ${round}: ${fault}; ${JSON.stringify({ ...tally, faults: tally.faults.length })}`)
    }
    over = true
    await Promise.all(buyers)
    closed = true
    await Promise.all(hosts)
    const audit = await place.audit()
    if (audit) tally.faults.push(`at the end: ${audit}`)
    return { tally, broken }
  } finally {
    over = closed = true
    await place.close()
  }
}
