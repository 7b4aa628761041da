import { describe, expect, test } from 'vitest'
import { findAddressees } from '../../server/src/documents/extract/labels/addressee.ts'
import { findLabelled } from '../../server/src/documents/extract/labels/find-labelled.ts'
import { findLabels } from '../../server/src/documents/extract/labels/find-labels.ts'
import { amountReader } from '../../server/src/documents/extract/labels/value-reader.ts'
import { extractPayStub } from '../../server/src/documents/extract/pay-stub/extract-pay-stub.ts'
import { extractStatement } from '../../server/src/documents/extract/statement/extract-statement.ts'
import type { Section } from '../../server/src/documents/model/findings.ts'
import type { Source } from '../../server/src/documents/model/source.ts'
import { parseDate } from '../../server/src/documents/values/date.ts'
import { someOrAll } from '../gate-or-wide.ts'
import { type KnownFaults, readWhole, strayNames, tryLayout } from './layout-trial.ts'
import { WORLD_BANKS } from './world-banks/index.ts'
import { type Written, writtenPage } from './written-page.ts'

const SEED = 11

const KNOWN: KnownFaults = {
  'world-ca-caisse': ['21 x transactions row missing'],
  'world-family-fund': ['gross_income missing'],
  'world-de-gunsten': ['2 x transactions row missing', '2 x transactions row not on the page'],
  'world-it-busta': ['gross_pay missing'],
}

// Of many countries, each by itself: one that fails names itself.
test.each(someOrAll(Object.entries(WORLD_BANKS), 3))('%s is told, read and left in peace', async (name, generator) => {
  expect(await tryLayout(generator, SEED)).toEqual(readWhole(name, KNOWN))
})

test('the list of what is not read speaks of papers that there are', () => {
  expect(strayNames(WORLD_BANKS, KNOWN)).toEqual([])
})

const SOURCE = { attachments: [] } as unknown as Source

function read(type: 'BANK_STATEMENT' | 'CREDIT_CARD_STATEMENT' | 'PAY_STUB', texts: readonly Written[]) {
  const section: Section = { type, confidence: 1, pages: [1], region: undefined }
  const pages = [writtenPage(texts)]
  const extract = type === 'PAY_STUB' ? extractPayStub : extractStatement
  const { fields, tables } = extract(section, pages, { source: SOURCE, pages })
  const values = Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]))
  return { ...values, rows: tables.flatMap((table) => table.rows.map((row) => row.values)) }
}

const row = (y: number, cells: readonly (readonly [x: number, text: string])[]): Written[] =>
  cells.map(([x, text]) => [x, y, text])

describe('statements', () => {
  test('a column of figures under a heading that nobody knows is the one that is missing', () => {
    const { rows } = read('BANK_STATEMENT', [
      ...row(600, [[50, '01/03/2024 to 31/03/2024']]),
      ...row(580, [
        [50, 'Date'],
        [120, 'Details'],
        [300, 'Zaplata'],
        [400, 'Deposits'],
        [500, 'Balance'],
      ]),
      ...row(560, [
        [50, '03/03/2024'],
        [120, 'Rent'],
        [305, '400.00'],
        [505, '600.00'],
      ]),
      ...row(540, [
        [50, '14/03/2024'],
        [120, 'Wages'],
        [410, '150.00'],
        [505, '750.00'],
      ]),
      ...row(520, [
        [50, '20/03/2024'],
        [120, 'Shop'],
        [305, '100.00'],
        [505, '650.00'],
      ]),
    ])
    expect(rows.map(({ withdrawal, deposit }) => withdrawal ?? -Number(deposit))).toEqual([400, -150, 100])
  })

  test('headings of two lines whose upper half could be a heading itself', () => {
    const { rows } = read('BANK_STATEMENT', [
      ...row(600, [[50, '01/03/2024 to 31/03/2024']]),
      ...row(580, [
        [50, 'Date'],
        [500, 'Balance'],
      ]),
      ...row(569, [
        [50, 'posted'],
        [120, 'Details'],
        [400, 'Amount'],
        [500, 'carried'],
      ]),
      ...row(550, [
        [50, '03/03/2024'],
        [120, 'Rent'],
        [395, '-400.00'],
        [500, '600.00'],
      ]),
      ...row(535, [
        [50, '04/03/2024'],
        [120, 'Shop'],
        [395, '-100.00'],
        [500, '500.00'],
      ]),
    ])
    expect(rows.map(({ withdrawal }) => withdrawal)).toEqual([400, 100])
  })

  test('a line with a caption and a day dates the rows under it, which print the value date', () => {
    const { rows } = read('BANK_STATEMENT', [
      ...row(600, [[50, '01.03.2024 bis 31.03.2024']]),
      ...row(580, [
        [50, 'Verwendungszweck'],
        [300, 'Valuta'],
        [400, 'Soll'],
        [500, 'Haben'],
      ]),
      ...row(560, [[50, 'Buchungsdatum: 05.03.2024']]),
      ...row(545, [
        [50, 'Miete'],
        [300, '07.03.'],
        [390, '400,00'],
      ]),
      ...row(530, [
        [50, 'Lohn'],
        [300, '06.03.'],
        [490, '900,00'],
      ]),
    ])
    expect(rows.map(({ date }) => date)).toEqual(['2024-03-05', '2024-03-05'])
  })

  test('footnotes on days, signs behind some figures of a column, sections between dashes', () => {
    const { rows } = read('BANK_STATEMENT', [
      ...row(620, [[50, '03/01/2024 to 03/31/2024']]),
      ...row(600, [[50, '-------- OTHER DEBITS --------']]),
      ...row(585, [
        [50, 'Date'],
        [120, 'Description'],
        [300, 'Amount'],
      ]),
      ...row(570, [
        [50, '03/13/2024*'],
        [120, 'RENT'],
        [300, '400.00'],
      ]),
      ...row(555, [
        [50, '03/14/2024'],
        [120, 'SHOP'],
        [300, '143.57-'],
      ]),
    ])
    expect(rows).toMatchObject([{ date: '2024-03-13', withdrawal: 400 }, { withdrawal: 143.57 }])
  })

  test('a first day without its month, and how many entries make a total', () => {
    const found = read('BANK_STATEMENT', [
      ...row(640, [[50, 'Période : du 1er au 31 janvier 2025']]),
      ...row(620, [
        [50, '2 DEPOSITS/CREDITS'],
        [300, '550.00'],
      ]),
      ...row(605, [
        [50, 'Account number'],
        [150, 'NL82 DIJK 0151 4434 98'],
      ]),
    ])
    expect(found).toMatchObject({
      statement_start_date: '2025-01-01',
      statement_end_date: '2025-01-31',
      total_deposits: 550,
      account_number: 'NL82 DIJK 0151 4434 98',
    })
  })

  test('a total that is printed with a minus and without is no negative', () => {
    const found = read('BANK_STATEMENT', [
      ...row(660, [
        [50, 'Withdrawals/Subtractions'],
        [300, '- 500.00'],
      ]),
      ...row(620, [[50, '01/03/2024 to 31/03/2024']]),
      ...row(600, [
        [50, 'Date'],
        [120, 'Details'],
        [300, 'Withdrawals'],
        [400, 'Deposits'],
      ]),
      ...row(585, [
        [50, '03/03/2024'],
        [120, 'Rent'],
        [320, '500.00'],
      ]),
      ...row(570, [
        [50, 'Totals'],
        [320, '500.00'],
      ]),
    ])
    expect(found).toMatchObject({ total_withdrawals: 500 })
  })

  test('without a period the last balance that bears a day says where the statement ends', () => {
    const found = read('BANK_STATEMENT', [
      ...row(600, [
        [50, 'Alter Kontostand vom 28.02.2024'],
        [400, '1.000,00'],
      ]),
      ...row(580, [
        [50, 'Neuer Kontostand vom 31.03.2024'],
        [400, '600,00'],
      ]),
    ])
    expect(found).toMatchObject({ statement_end_date: '2024-03-31', closing_balance: 600 })
  })

  test('balances under names that nobody knows are those that the rows lead from and to', () => {
    const line = (y: number, date: string, amount: string, balance: string): Written[] =>
      row(y, [
        [50, date],
        [120, 'Nakup'],
        [300, amount],
        [500, balance],
      ])
    const found = read('BANK_STATEMENT', [
      ...row(700, [
        [50, 'Od'],
        [120, '01.03.2024'],
      ]),
      ...row(686, [
        [50, 'Do'],
        [120, '31.03.2024'],
      ]),
      ...row(660, [
        [50, 'Zacetno stanje'],
        [200, '1.000,00'],
      ]),
      ...row(645, [
        [50, 'Koncno stanje'],
        [200, '750,00'],
      ]),
      ...line(600, '03.03.2024', '-400,00', '600,00'),
      ...line(585, '14.03.2024', '200,00', '800,00'),
      ...line(570, '20.03.2024', '-50,00', '750,00'),
    ])
    expect(found).toMatchObject({
      statement_start_date: '2024-03-01',
      statement_end_date: '2024-03-31',
      opening_balance: 1000,
      closing_balance: 750,
    })
  })
})

describe('pay stubs', () => {
  const head = row(700, [
    [50, 'Pay date'],
    [150, '03/15/2024'],
  ])

  test('a total under the heading of its section, with the year beside it', () => {
    const found = read('PAY_STUB', [
      ...head,
      ...row(650, [
        [50, 'EARNINGS'],
        [300, 'THIS PAY'],
        [450, 'YTD'],
      ]),
      ...row(635, [
        [50, 'Ordinary hours'],
        [300, '900.00'],
        [440, '9,000.00'],
      ]),
      ...row(620, [
        [50, 'TOTAL'],
        [300, '900.00'],
        [440, '9,000.00'],
      ]),
      ...row(590, [
        [50, 'TAX'],
        [300, 'THIS PAY'],
        [450, 'YTD'],
      ]),
      ...row(575, [
        [50, 'Withheld'],
        [300, '200.00'],
        [440, '2,000.00'],
      ]),
      ...row(560, [
        [50, 'TOTAL'],
        [300, '200.00'],
        [440, '2,000.00'],
      ]),
      ...row(530, [
        [50, 'Net pay'],
        [300, '700.00'],
      ]),
    ])
    expect(found).toMatchObject({ gross_pay: 900, total_taxes: 200, net_pay: 700, ytd_gross_pay: 9000 })
  })

  test('a heading over the captions of a block is that of all its figures', () => {
    const found = read('PAY_STUB', [
      ...head,
      ...row(650, [
        [50, 'Earnings'],
        [330, 'Year to Date'],
      ]),
      ...row(635, [
        [50, 'Gross Pay'],
        [200, '900.00'],
        [330, 'Gross Pay'],
        [500, '9,000.00'],
      ]),
      ...row(620, [
        [50, 'Net Pay'],
        [200, '700.00'],
        [330, 'Net Pay'],
        [500, '7,000.00'],
      ]),
    ])
    expect(found).toMatchObject({ gross_pay: 900, net_pay: 700, ytd_gross_pay: 9000, ytd_net_pay: 7000 })
  })

  test('a sum under the block with a gap between is no more of it', () => {
    const found = read('PAY_STUB', [
      ...head,
      ...row(650, [
        [50, 'Gross Pay'],
        [200, '900.00'],
        [330, 'Year to Date'],
      ]),
      ...row(635, [
        [330, 'Gross Pay TD'],
        [500, '9,000.00'],
      ]),
      ...row(590, [
        [330, 'Net Pay'],
        [500, '700.00'],
      ]),
    ])
    expect(found).toMatchObject({ net_pay: 700 })
    expect(found).not.toHaveProperty('ytd_net_pay')
  })
})

describe('what they have in common', () => {
  test('a figure may stand over its caption in larger print, where that is asked', () => {
    const page = writtenPage([
      [50, 700, '6,192.08'],
      [50, 688, 'Total deposits'],
    ])
    for (const segment of page.lines[0]?.segments ?? []) segment.size = 16
    const query = { labels: ['total deposits'], read: amountReader({ cents: true }) }
    expect(findLabelled([page], { ...query, places: ['label-above'] }).map(({ value }) => value)).toEqual([6192.08])
    expect(findLabelled([page], query)).toEqual([])
  })

  test('a letter or number before a caption is no word of a sentence', () => {
    const leads = (text: string) => findLabels([writtenPage([[50, 700, text]])], ['total earnings'])[0]?.leads
    expect(['A. Total earnings', '12. Total earnings', 'our total earnings'].map(leads)).toEqual([true, true, false])
  })

  test('between dots the day comes first, whatever order other dates have', () => {
    expect(parseDate('15.06.22', { order: 'YMD' })?.value).toBe('2022-06-15')
  })

  test.each([
    ['a firm whose name is a number', ['2888869 ONTARIO INC', '48 Birchmount Cres', 'Barrie ON  L4N 6P1']],
    ['a code on a line of its own', ['*MR T DLAMINI', '41 Protea Avenue', 'RONDEBOSCH', '7700']],
    ['a town with its code and the state below', ['MR VIKRAM RAO', '8/2 Lake View', 'Pune 411004', 'Maharashtra']],
    ['no code at all', ['CHAN TAI MAN', 'FLAT C 12/F BLK 2', 'LUCKY COURT', 'TSUEN WAN NT']],
  ])('an address with %s', (_, lines) => {
    const page = writtenPage(lines.map((text, at) => [50, 700 - 12 * at, text]))
    expect(findAddressees([page])[0]?.name.text).toBe(lines[0])
  })

  test('what rows of a table say of payments is nobody’s address', () => {
    const page = writtenPage([
      [50, 700, '2024-03-01'],
      [150, 700, 'Saldo anterior'],
      [50, 688, '2024-03-02'],
      [150, 688, 'Deb autom Enel 125724'],
    ])
    expect(findAddressees([page])).toEqual([])
  })
})
