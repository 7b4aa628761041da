import { hash } from 'node:crypto'
import { writeJson } from '@mkt/schemas'
import type { Clock } from '../base/clock.ts'
import { isoTime } from '../base/clock.ts'
import { InvariantError } from '../base/errors.ts'
import type { ActLogTable } from '../storage/act-tables.ts'
import type { Reader, Tx } from '../storage/database.ts'
import { addEntry, entriesAfter, holdHead, logHead } from './act-log-store.ts'

/** Who acts, and from where. */
export type Actor = Pick<ActLogTable, 'actor' | 'via' | 'origin'>

/** What is done: `subject` is an id, `before` and `after` hold what changes and nothing that names a person. */
export interface Act {
  act: ActName
  subject: string | null
  before?: object
  after?: object
}

export type ActName =
  | 'credits.grant'
  | 'user.disable'
  | 'user.enable'
  | 'user.password'
  | 'user.second-factor'
  | 'passkey.add'
  | 'passkey.remove'
  | 'host.disable'
  | 'host.enable'
  | 'host.trust'
  | 'host.untrust'
  | 'ledger.audit'
  | 'verdict.uphold'
  | 'verdict.lift'
  | 'dispute.refund'
  | 'dispute.reject'
  | 'earnings.release'
  | 'earnings.claw-back'
  | 'withdrawal.pay'
  | 'withdrawal.reject'
  | 'documents-key.create'
  | 'documents-key.revoke'
  | 'admin.create'
  | 'admin.remove'
  | 'model-alias.set'
  | 'model-alias.remove'
  | 'jobs.purge'
  | 'documents.purge'
  | 'database.backup'
  | 'database.restore'

/**
 * Adds an act to the log, in the transaction that does it: neither is there without the other. Last in its transaction,
 * since the log's head is held from here on.
 */
export async function logAct(tx: Tx, { clock }: { clock: Clock }, actor: Actor, act: Act): Promise<void> {
  const head = await holdHead(tx)
  if (!head) throw new InvariantError('the log of acts has no head')
  const { subject, before, after } = act
  const row = {
    ...{ entry: head.entry + 1, at: clock.now(), actor: actor.actor, via: actor.via, origin: actor.origin },
    ...{ act: act.act, subject, before_json: before ? writeJson(before) : null },
    after_json: after ? writeJson(after) : null,
  }
  await addEntry(tx, { ...row, hash: hashOf(head.hash, row) })
}

/** Of the hash before and every column, in one form: a change of any of them, or of their order, shows. */
function hashOf(before: string, row: Omit<ActLogTable, 'hash'>): string {
  const { entry, at, actor, via, origin, act, subject, before_json, after_json } = row
  return hash('sha256', JSON.stringify([before, entry, at, actor, via, origin, act, subject, before_json, after_json]))
}

const BATCH = 1000

/** The first place where the log is not as it was written; undefined where all of it is. */
export async function brokenEntry(reader: Reader): Promise<string | undefined> {
  let [entry, last] = [0, '']
  while (true) {
    const rows = await entriesAfter(reader, entry, BATCH)
    for (const row of rows) {
      if (row.entry !== entry + 1) return `entry ${entry + 1} of the log of acts is missing`
      if (row.hash !== hashOf(last, row)) return `entry ${row.entry} of the log of acts was changed`
      ;[entry, last] = [row.entry, row.hash]
    }
    if (rows.length < BATCH) break
  }
  const head = await logHead(reader)
  if (head?.entry === entry && head.hash === last) return undefined
  return `the log of acts ends at entry ${entry}, and ${head?.entry ?? 'none'} was the last one`
}

/** An entry as it is shown. */
export function describeAct(row: ActLogTable) {
  const { entry, at, actor, via, origin, act, subject, before_json, after_json, hash: digest } = row
  const read = (text: string | null) => (text === null ? null : (JSON.parse(text) as Record<string, unknown>))
  const said = { before: read(before_json), after: read(after_json) }
  return { entry, at: isoTime(at), actor, via, from: origin, act, subject, ...said, hash: digest }
}
