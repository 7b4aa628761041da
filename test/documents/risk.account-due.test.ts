import { describe, expect, test } from 'vitest'
import { accountDue } from '../../server/src/documents/risk/account-due.ts'
import { ruleOf } from '../../server/src/documents/risk/closings/close.ts'
import { INVOICE_CLOSINGS } from '../../server/src/documents/risk/closings/invoice.ts'
import { Chance } from './chance.ts'
import { writtenPaper } from './written-paper.ts'

type Line = readonly [caption: string, cents: number]

const plain = (cents: number) => (cents / 100).toFixed(2)

const aboveTotal = ruleOf(INVOICE_CLOSINGS.find(({ code }) => code === 'INVOICE_DUE_ABOVE_TOTAL') as never)

/** The flags of an invoice of a total, lines between, and what is due. */
function told(total: number, lines: readonly Line[], due: number): string[] {
  const rows: Line[] = [['Invoice total', total], ...lines, ['Amount due', due]]
  const paper = writtenPaper(
    'INVOICE',
    rows.flatMap(([caption, cents], n) => [
      [60, 500 - 18 * n, caption] as const,
      [400 - 5 * plain(cents).length, 500 - 18 * n, plain(cents)] as const,
    ]),
    {
      invoice_total: [total / 100, plain(total)],
      amount_due: [due / 100, plain(due), total === due ? 1 : 0],
    },
  )
  return [...accountDue(paper), ...aboveTotal(paper)].map(({ code, severity, proof }) => `${severity} ${proof} ${code}`)
}

const OPEN = ['medium true INVOICE_ACCOUNT']

const WORDS: readonly (readonly [brought: string, paid: string])[] = [
  ['Arrears brought forward', 'Payment received 14 August, thank you'],
  ['Previous balance', 'Less payments'],
  ['Balance from your last bill', 'Paid'],
  ['Solde antérieur', 'Votre paiement du 14 août'],
  ['Rückstand', 'Zahlung vom 14.08.'],
  ['Saldo anterior', 'Su pago'],
  ['Arretrati', 'Pagamento ricevuto'],
  ['Achterstand', 'Betaling ontvangen'],
  ['Valores em atraso', 'Pagamento'],
  ['Zaległość', 'Wpłata'],
  ['Tidigare saldo', 'Inbetalning'],
  ['Restance', 'Betaling'],
  ['Edellinen saldo', 'Suoritus'],
  ['Nedoplatek', 'Platba'],
  ['Hátralék', 'Befizetés'],
  ['Önceki bakiye', 'Ödeme'],
  ['Προηγούμενο υπόλοιπο', 'Πληρωμή'],
]

describe.each(WORDS)('an account with %s and %s', (brought, paid) => {
  const chance = new Chance(brought.length * 31 + paid.length)
  const [total, owed] = [chance.whole(40_001, 180_000), chance.whole(20_001, 150_000)]
  const payment = chance.whole(9_001, owed)
  const due = total + owed - payment

  test('closes', () => {
    const lines: Line[] = [
      [brought, owed],
      [paid, chance.happens(0.5) ? payment : -payment],
    ]
    expect(told(total, lines, due)).toEqual([])
    expect(told(total, [[brought, owed]], total + owed)).toEqual([])
  })

  test('is open where one of its figures is another', () => {
    const lines: Line[] = [
      [brought, owed],
      [paid, payment],
    ]
    expect(told(total, lines, due - 31_300)).toEqual(OPEN)
    expect(told(total, lines, due + 31_300)).toEqual(OPEN)
    expect(told(total, [[brought, owed + 31_300]], total + owed)).toEqual(OPEN)
  })
})

test.each<[string, number, Line[], number]>([
  [
    'a fee that is no line of the account',
    98_000,
    [
      ['Arrears', 41_000],
      ['Late charge', 2_500],
    ],
    141_500,
  ],
  [
    'what is left of the last bill, said as well',
    50_000,
    [
      ['Previous balance', 80_000],
      ['Payment', 50_000],
      ['Balance forward', 30_000],
    ],
    80_000,
  ],
  ['a credit under its name', 98_000, [['Balance brought forward', 41_000]], 57_000],
  [
    'a total that holds it',
    139_000,
    [
      ['Arrears', 41_000],
      ['Payment', 20_000],
    ],
    119_000,
  ],
  ['what is paid apart', 98_000, [['Overdue balance', 41_000]], 98_000],
])('an account with %s is in order', (_, total, lines, due) => expect(told(total, lines, due)).toEqual([]))

test('more that is due than the total, with nothing brought forward, is told as before', () => {
  expect(told(98_000, [['Thank you', 1_100]], 139_000)).toEqual(['medium true INVOICE_DUE_ABOVE_TOTAL'])
})
