import type { Flag, TableRow } from '../../model/findings.ts'
import { type Addition, figure, gapOf, isExplained } from '../addition.ts'
import { claim } from '../claim.ts'
import { type Facts, fieldsOf, money, type Rule, rowsNamed } from '../facts.ts'
import { holdsTax } from '../held-tax.ts'
import type { Closing } from './closing.ts'

/** A closing of the tables as a rule. */
export function ruleOf(closing: Closing): Rule {
  return (facts) => (closing.types.includes(facts.part.type) ? close(facts, closing) : [])
}

interface Open {
  way: Addition
  gap: number
}

function close(facts: Facts, closing: Closing): Flag[] {
  if (closing.without?.some((name) => facts.part.fields[name])) return []
  const told = closing.ways.flatMap((way): Open[] => {
    const gap = gapOf(facts, way)
    return gap === undefined ? [] : [{ way, gap }]
  })
  const holds = told.some(
    ({ way, gap }) => keeps(facts, closing, way, gap) || (closing.explained && isExplained(facts, way, gap)),
  )
  const [first] = told
  if (!first || holds || (closing.unless === 'tax is held in the total' && holdsTax(facts))) return []
  return flagsOf(facts, closing, told as [Open, ...Open[]])
}

function keeps(facts: Facts, { must, tolerance, perRow = 0 }: Closing, way: Addition, gap: number): boolean {
  const rows = rowsOf(facts, way).length
  const slack = tolerance + perRow * rows
  if (must === 'equal') return Math.abs(gap) <= slack
  const whole = (figure(facts, way.stated) ?? 0) - gap
  // Blank boxes and corrections say nothing of what is part of them.
  if (whole <= 0) return true
  return must === 'not exceed' ? gap <= slack : gap < 0
}

const columnsOf = ({ terms }: Addition) => terms.flatMap(([, name]) => (name.includes('.') ? [name] : []))

function rowsOf(facts: Facts, way: Addition): TableRow[] {
  return columnsOf(way).flatMap((name) => rowsNamed(facts, name.split('.')[0] ?? ''))
}

function flagsOf(facts: Facts, closing: Closing, told: readonly [Open, ...Open[]]): Flag[] {
  const [{ way, gap }] = told
  const stated = figure(facts, way.stated) ?? 0
  const sums = [...new Set(told.map((each) => money((figure(facts, each.way.stated) ?? 0) - each.gap)))]
  const names = [...new Set(told.flatMap((each) => [each.way.stated, ...each.way.terms.map(([, name]) => name)]))]
  const fields = names.filter((name) => !name.includes('.'))
  const least = Math.min(...told.map((each) => Math.abs(each.gap)))
  return claim(facts, {
    code: closing.code,
    family: 'arithmetic',
    severity: closing.severity,
    proof: closing.clear,
    message: closing.wording.replace('{stated}', money(stated)).replace('{sum}', sums.join(' or ')),
    fields,
    figures: [stated, stated - gap],
    ...(closing.must === 'equal' ? { gap: least } : {}),
    rests: rowWords(facts, way),
    together: closing.types[0] === 'INVOICE' || fieldsOf(facts, fields).length > 2 ? true : undefined,
  })
}

/** The figures of the columns that a way adds up. */
function rowWords(facts: Facts, way: Addition) {
  return columnsOf(way).flatMap((name) => {
    const [table = '', column = ''] = name.split('.')
    return rowsNamed(facts, table).flatMap(({ words }) => words[column] ?? [])
  })
}
