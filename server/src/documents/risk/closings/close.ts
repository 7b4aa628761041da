import type { Flag, Severity, TableRow } from '../../model/findings.ts'
import { bringsForward } from '../account-due.ts'
import { type Addition, figure, gapOf, isExplained, isPrintedBeside, type Open, statedOf } from '../addition.ts'
import { isBesideRows } from '../beside-rows.ts'
import { claim } from '../claim.ts'
import { DOUBTS, type Doubt } from '../doubts.ts'
import { type Facts, fieldsOf, money, type Rule, rowsNamed } from '../facts.ts'
import { holdsTax, linesHoldTax, withholdsTax } from '../held-tax.ts'
import { readValues } from '../statement-doubts.ts'
import { suspectRows } from '../suspect-rows.ts'
import type { Closing } from './closing.ts'

/** A closing of the tables as a rule. */
export function ruleOf(closing: Closing): Rule {
  return (facts) => (closing.types.includes(facts.part.type) ? close(facts, closing) : [])
}

function close(facts: Facts, closing: Closing): Flag[] {
  if (closing.without?.some((name) => facts.part.fields[name])) return []
  const told = closing.ways.flatMap((way): Open[] => {
    const gap = gapOf(facts, way)
    return gap === undefined ? [] : [{ way, gap }]
  })
  const [first, ...others] = told
  if (!first || told.some(({ way, gap }) => keeps(facts, closing, way, gap))) return []
  const open = [first, ...(closing.usual ? [] : others)] as const
  if (!isExcused(facts, closing, told, open)) return flagsOf(facts, closing, open)
  return isExcusedByMuch(facts, closing, open) ? flagsOf(facts, closing, open, BY_MUCH) : []
}

type Reason = readonly [string, Severity]

const BY_MUCH: Reason = ['amounts beside the sum that are much of it', 'low']

/** Whether it is excused by printed amounts alone, and those come to a good part of the sum. */
function isExcusedByMuch(facts: Facts, closing: Closing, open: readonly [Open, ...Open[]]): boolean {
  const { unless: _, silent: __, noted, ...rest } = closing
  if (noted === undefined || !isExcused(facts, rest, open, open)) return false
  return open.every(({ way, gap }) => gap > noted * Math.abs(statedOf(facts, way) - gap))
}

function isExcused(facts: Facts, closing: Closing, told: readonly Open[], open: readonly Open[]): boolean {
  const { explained, unless, silent = [] } = closing
  if (unless === 'lines already hold the tax' && linesHoldTax(facts)) return true
  if (unless === 'tax is held in the total' && (holdsTax(facts) || withholdsTax(facts))) return true
  if (unless === 'an account is brought forward' && bringsForward(facts)) return true
  if (silent.some((doubt) => DOUBTS[doubt](facts, open[0] as Open))) return true
  if (explained === true) return open.some(({ way, gap }) => isExplained(facts, way, gap))
  if (explained === 'beside rows') return told.some(({ gap }) => isBesideRows(facts, gap, readValues(facts)))
  return explained !== false && told.some(({ gap }) => isPrintedBeside(facts, gap, []))
}

function keeps(facts: Facts, { must, tolerance, perRow = 0 }: Closing, way: Addition, gap: number): boolean {
  const rows = rowsOf(facts, way).length
  const slack = tolerance + perRow * rows
  if (must === 'equal') return Math.abs(gap) <= slack
  const whole = statedOf(facts, way) - gap
  // Blank boxes and corrections say nothing of what is part of them.
  if (whole <= 0) return true
  return must === 'not exceed' ? gap <= slack : gap < 0
}

const columnsOf = ({ terms }: Addition) => terms.flatMap(([, name]) => (name.includes('.') ? [name] : []))

function rowsOf(facts: Facts, way: Addition): TableRow[] {
  return [...new Set(columnsOf(way).map((name) => name.split('.')[0] ?? ''))].flatMap((table) =>
    rowsNamed(facts, table),
  )
}

function flagsOf(facts: Facts, closing: Closing, told: readonly [Open, ...Open[]], reason?: Reason): Flag[] {
  const [{ way, gap }] = told
  const stated = statedOf(facts, way)
  const sums = [...new Set(told.map((each) => money(statedOf(facts, each.way) - each.gap)))]
  const names = [...new Set(told.flatMap((each) => [each.way.stated, ...each.way.terms.map(([, name]) => name)]))]
  const fields = names.filter((name) => !name.includes('.'))
  const least = Math.min(...told.map((each) => Math.abs(each.gap)))
  const holds = ([doubt]: readonly [Doubt, Severity]) => DOUBTS[doubt](facts, told[0])
  const surer = closing.surer?.find(holds)
  const weaker = surer ? undefined : weakest(reason, elsewhere(facts, closing, told), closing.weaker?.find(holds))
  const apart = !closing.acrossPages && (closing.types[0] === 'INVOICE' || fieldsOf(facts, fields).length > 2)
  const suspects = told.length === 1 ? suspectRows(rowsOf(facts, way), way, gap) : []
  const flags = claim(facts, {
    code: closing.code,
    family: 'arithmetic',
    severity: (surer ?? weaker)?.[1] ?? closing.severity,
    proof: closing.clear && !weaker,
    message: worded(facts, closing, { stated: money(stated), sum: sums.join(' or ') }, way),
    fields,
    figures: [stated, stated - gap],
    ...(closing.must === 'equal' ? { gap: least } : {}),
    rests: rowWords(facts, way),
    lost: columnsOf(way).some(isOfRows) && LOSSES.some((doubt) => DOUBTS[doubt](facts, told[0])),
    together: apart ? true : undefined,
  })
  return flags.map((flag) => ({ ...flag, evidence: [...flag.evidence, ...suspects.map(placeOf)] }))
}

const ELSEWHERE = ['an amount elsewhere on the pages', 'medium'] as const

/** Of two reasons for doubt the one that leaves less. */
function weakest(...doubts: (readonly [string, Severity] | undefined)[]) {
  const known = doubts.filter((doubt) => doubt !== undefined)
  return known.find(([, severity]) => severity === 'low') ?? known[0]
}

/** An amount of that size that is printed away from the sum is seldom part of it, and easily printed. */
function elsewhere(facts: Facts, { explained, types }: Closing, told: readonly Open[]) {
  const isPrinted = ({ way, gap }: Open) =>
    explained === 'beside rows'
      ? isPrintedBeside(facts, gap, readValues(facts))
      : explained === true && types[0] !== 'INVOICE' && isExplained(facts, way, gap, 'anywhere')
  return told.some(isPrinted) ? ELSEWHERE : undefined
}

const placeOf = ({ page, box }: TableRow) => ({ page, bbox: box })

/** Doubts by which rows may have been lost: they break every sum over the rows alike. */
const LOSSES: readonly Doubt[] = [
  'rows that were lost',
  'a total above the rows',
  'amounts under the columns that are no rows',
]

const isOfRows = (column: string) => column.startsWith('transactions.')

function worded(facts: Facts, { wording }: Closing, said: Record<string, string>, way: Addition): string {
  const known: Record<string, string> = { ...said, rows: String(rowsOf(facts, way).length) }
  return wording.replace(/\{(\w+)\}/g, (_, name: string) => known[name] ?? money(figure(facts, name) ?? 0))
}

/** The figures of the columns that a way adds up. */
function rowWords(facts: Facts, way: Addition) {
  return columnsOf(way).flatMap((name) => {
    const [table = '', column = ''] = name.split('.')
    return rowsNamed(facts, table).flatMap(({ words }) => words[column] ?? [])
  })
}
