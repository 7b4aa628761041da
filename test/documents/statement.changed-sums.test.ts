import { describe, expect, test } from 'vitest'
import { extractStatement } from '../../server/src/documents/extract/statement/extract-statement.ts'
import type { DocumentPart, Section } from '../../server/src/documents/model/findings.ts'
import { findFlags } from '../../server/src/documents/risk/find-flags.ts'
import { Chance } from './chance.ts'
import { SOURCE } from './risk-case.ts'
import { type Written, writtenPage } from './written-page.ts'

/** How pages say a balance of a day and the two totals; the last two are languages that no list has. */
const WORDS = [
  ['Balance at', 'Total paid in', 'Total paid out'],
  ['Your balance on', 'Total deposits', 'Total withdrawals'],
  ['Saldo per', 'Summe Gutschriften', 'Summe Belastungen'],
  ['Solde au', 'Total des versements', 'Total des débits'],
  ['Saldo em', 'Total de créditos', 'Total de débitos'],
  ['Staða þann', 'Innborganir alls', 'Úttektir alls'],
  ['Bilanci më', 'Hyrje gjithsej', 'Dalje gjithsej'],
] as const

const plain = (cents: number) => (cents / 100).toFixed(2)

interface Made {
  opening: number
  moves: number[]
  closing: number
  paidIn: number
  paidOut: number
  /** What the rows lead from. */
  from: number
}

/** An account's month: what comes in first, then seven movements of which the second is the largest. */
function monthOf(chance: Chance): Made {
  const moves = [-1, 1, -1, -1, 1, -1, -1].map((sign) => sign * chance.whole(2_101, 9_899))
  moves[1] = chance.whole(21_100, 28_899) + 100_000
  const of = (sign: 1 | -1) => moves.filter((move) => move * sign > 0).reduce((sum, move) => sum + move, 0)
  const opening = chance.whole(61_000, 68_899)
  return { opening, from: opening, moves, closing: opening + of(1) + of(-1), paidIn: of(1), paidOut: -of(-1) }
}

/** How the page of such a month is read and judged. With `balances` each row prints what is left. */
function examined([balance, paidIn, paidOut]: readonly [string, string, string], made: Made, balances: boolean) {
  const told: Written[] = [
    [40, 640, `${balance} 01.08.2026`],
    [240, 640, plain(made.opening)],
    [40, 622, `${balance} 31.08.2026`],
    [240, 622, plain(made.closing)],
    [40, 604, `${paidIn} ${plain(made.paidIn)} EUR`],
    [240, 604, `${paidOut} ${plain(made.paidOut)} EUR`],
  ]
  const rows = made.moves.map((move, n) => {
    const left = made.moves.slice(0, n + 1).reduce((sum, each) => sum + each, made.from)
    const moved = move < 0 ? [plain(-move), ''] : ['', plain(move)]
    return [`0${n + 2}.08.2026`, `Booking of the day ${n}`, ...moved, balances ? plain(left) : '']
  })
  const heads = ['Date', 'Description', 'Withdrawals', 'Deposits', balances ? 'Balance' : '']
  const table = [heads, ...rows].flatMap((row, line) =>
    row.flatMap((text, at): Written[] => {
      const x = [40, 110, 400, 470, 550][at] ?? 40
      return text === '' ? [] : [[at < 2 ? x : x - 5 * text.length, 560 - 16 * line, text]]
    }),
  )
  const layout = writtenPage([[40, 720, 'Account statement'], ...told, ...table])
  const reading = { source: SOURCE, pages: [layout] }
  const section: Section = { type: 'BANK_STATEMENT', confidence: 1, pages: [1], region: undefined }
  const { fields, tables } = extractStatement(section, [layout], reading)
  const part: DocumentPart = { ...section, fields, tables }
  const flags = findFlags(reading, [part]).filter(
    ({ family, severity }) => family === 'arithmetic' && severity !== 'low',
  )
  const values = Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]))
  return { values, told: flags.map(({ code, severity }) => `${severity} ${code}`).toSorted() }
}

const printedOf = ({ opening, closing }: Made) => ({ opening_balance: opening / 100, closing_balance: closing / 100 })

describe.each(WORDS)('a statement that says %s', (...words) => {
  const made = monthOf(new Chance(words[0].length * 17 + words[2].length))

  test('is read as it is', () => {
    const { values, told } = examined(words, made, true)
    expect(values).toMatchObject(printedOf(made))
    expect(told).toEqual([])
  })

  test('says another opening balance than its rows lead from, and that is returned and told', () => {
    const changed = { ...made, opening: made.opening + 20_000 }
    const { values, told } = examined(words, changed, true)
    expect(values).toMatchObject(printedOf(changed))
    expect(told.filter((flag) => flag.startsWith('high')).length).toBeGreaterThan(0)
  })

  test('says another closing balance than its rows lead to, and that is returned and told', () => {
    const last = { ...made, closing: made.closing + 20_000 }
    const { values, told } = examined(words, last, true)
    expect(values).toMatchObject(printedOf(last))
    expect(told.length).toBeGreaterThan(0)
  })
})

test.each(WORDS.slice(0, 5).map((words) => [words[1], words] as const))(
  'a row that is a digit above %s leaves the total as it is printed',
  (_, words) => {
    const made = monthOf(new Chance(words[1].length))
    const moves = made.moves.with(1, (made.moves[1] ?? 0) + 100_000)
    const { values, told } = examined(words, { ...made, moves }, false)
    expect(values).toMatchObject({
      ...printedOf(made),
      total_deposits: made.paidIn / 100,
      total_withdrawals: made.paidOut / 100,
    })
    expect(told).toEqual(['high STATEMENT_ROWS'])
  },
)
