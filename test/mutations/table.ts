import type { Fault } from './fault.ts'
import type { Verdict } from './try-fault.ts'

export interface Row {
  fault: Fault
  verdict: Verdict
}

/** A line for one fault as it is tried. */
export function lineOf({ fault, verdict }: Row): string {
  const seconds = `${(verdict.ms / 1000).toFixed(1)} s`.padStart(7)
  const by = verdict.outcome === 'survived' ? `SURVIVED: ${fault.why}` : verdict.by
  return `${verdict.outcome.padEnd(8)} ${seconds}  ${fault.name}: ${by}`
}

/** How many came to which end. */
export function tallyOf(rows: readonly Row[]): string {
  const count = (outcome: Verdict['outcome']) => rows.filter(({ verdict }) => verdict.outcome === outcome).length
  return `${rows.length} faults: ${count('caught')} caught, ${count('survived')} survived, ${count('broken')} broken, ${count('stuck')} stuck`
}

/** The table of caught.md. */
export function markdownOf(rows: readonly Row[]): string {
  const lines = rows.map(({ fault, verdict }) => {
    const cells = [fault.name, fault.file, fault.why, verdict.outcome === 'caught' ? verdict.by : verdict.outcome]
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
  })
  return ['| fault | in | what would go wrong | caught by |', '|---|---|---|---|', ...lines].join('\n')
}
