import type { VerdictReport } from '@mkt/schemas'
import { DomainError } from '../base/errors.ts'
import { decideVerdict } from '../market/verification/decide-verdict.ts'
import { reportVerification } from '../market/verification/report.ts'
import { trustHost } from '../market/verification/trust-host.ts'
import { type DataFlags, onData } from './on-data.ts'
import { print } from './report.ts'
import { tableText } from './table.ts'

/** Vouches for a host, or takes that back. */
export async function setHostTrusted(host_id: string, trusted: boolean, flags: DataFlags): Promise<void> {
  const changed = await onData(flags, (deps) =>
    deps.database.transaction((tx) => trustHost(tx, deps, deps.actor, host_id, trusted)),
  )
  if (!changed) throw new DomainError('not_found', `there is no host "${host_id}"; mkt-server hosts list shows them`)
  const said = trusted ? 'is trusted: others are compared with it' : 'is not trusted any more'
  print(flags.json, { host_id, trusted }, `${host_id} ${said}.`)
}

/** All that checks of a host have shown. */
export async function showEvidence(host_id: string, flags: DataFlags): Promise<void> {
  const found = await onData(flags, (deps) => reportVerification(deps, host_id, { whole: true }))
  const head = found.trusted ? `${host_id} is trusted: others are compared with it.` : host_id
  const none = found.trusted ? [] : ['It was never checked.']
  const texts = found.verdicts.length === 0 ? none : found.verdicts.map(verdictText)
  print(flags.json, found, [head, ...texts].join('\n\n'))
}

function verdictText(one: VerdictReport): string {
  const facts = [
    `${one.model}: ${one.verdict} since ${one.since}, by ${one.jobs} jobs`,
    `${one.nats} nats speak against it; it is refused at ${one.refused_from}`,
    ...(one.appeal ? [`its owner says: ${one.appeal}`] : []),
    ...(one.upheld_at ? [`upheld at ${one.upheld_at}${one.note ? `: ${one.note}` : ''}`] : []),
  ]
  const rows = one.evidence.flatMap(({ job_id, at, findings, nats }) =>
    findings.map(({ kind, value, counts, odd = [] }) => [
      ...[at, job_id, kind, String(value), counts, String(nats), odd.join(', ')],
    ]),
  )
  const titles = ['AT', 'JOB', 'EVIDENCE', 'VALUE', 'COUNTS', 'NATS', 'ODD'].map((title) => ({ title }))
  return [...facts, ...(rows.length > 0 ? [tableText(titles, rows)] : [])].join('\n')
}

/** Decides on the refusal of a host. */
export async function decideRefusal(
  host_id: string,
  decision: 'uphold' | 'lift',
  flags: DataFlags & { model: string; note?: string },
): Promise<void> {
  const wanted = { host_id, model: flags.model, decision, note: flags.note ?? null }
  const row = await onData(flags, (deps) =>
    deps.database.transaction((tx) => decideVerdict(tx, deps, deps.actor, wanted)),
  )
  const said = decision === 'uphold' ? 'stays refused' : 'is let in again and checked anew'
  print(flags.json, { host_id, model: flags.model, verdict: row.verdict, decision }, `${host_id} ${said}.`)
}
