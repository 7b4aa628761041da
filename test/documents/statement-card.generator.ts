import type { Generator } from './specimen.ts'
import { currencyOf, type Draft, styleOf, sum } from './statement.generator.ts'
import { type Entry, openAccount } from './statement-account.generator.ts'
import { drawHead } from './statement-head.generator.ts'
import { money, planLedger, truthOf } from './statement-ledger.generator.ts'
import { dayOf } from './statement-locale.generator.ts'
import { Paper } from './statement-paper.generator.ts'
import { type Column, drawTable, type PrintedRow } from './statement-table.generator.ts'
import { STATEMENT_WORDS, type StatementWords } from './statement-words.generator.ts'

const CARD_WORDS = {
  en: {
    titles: ['Credit Card Statement', 'Visa Platinum statement', 'Your Mastercard statement', 'WORLD ELITE MASTERCARD'],
    account: ['Card number', 'Account number', 'Account Number:', 'Account ending in'],
    previous: ['Previous balance', 'Previous statement balance', 'Opening balance'],
    payments: ['Payments and credits', 'Payments & credits', 'Total payments and credits'],
    purchases: ['Purchases and debits', 'Purchases & other charges', 'Total purchases and charges'],
    closing: ['New balance', 'Total new balance', 'Closing balance', 'Statement balance'],
    extra: ['Minimum payment due', 'Credit limit', 'Available credit', 'Payment due date'],
    dates: ['Transaction date', 'Posting date'],
    sections: ['Payments and credits', 'Purchases'],
  },
  fr: {
    titles: ['Relevé de carte de crédit', 'Relevé Visa', 'Votre relevé Mastercard'],
    account: ['Numéro de carte', 'Numéro de compte'],
    previous: ['Solde précédent', 'Solde du relevé précédent'],
    payments: ['Paiements et crédits', 'Total des paiements et crédits'],
    purchases: ['Achats et débits', 'Achats et autres frais'],
    closing: ['Nouveau solde', 'Solde actuel'],
    extra: ['Paiement minimum', 'Limite de crédit', 'Crédit disponible', "Date d'échéance"],
    dates: ["Date d'opération", "Date d'inscription"],
    sections: ['Paiements et crédits', 'Achats'],
  },
  de: {
    titles: ['Kreditkartenabrechnung', 'Ihre Mastercard-Abrechnung', 'VISA Kreditkartenabrechnung'],
    account: ['Kartennummer', 'Kreditkartennummer:'],
    previous: ['Alter Saldo', 'Saldo letzte Abrechnung'],
    payments: ['Zahlungen und Gutschriften', 'Summe Gutschriften'],
    purchases: ['Summe Umsätze', 'Summe Belastungen'],
    closing: ['Neuer Saldo', 'Endsaldo'],
    extra: ['Mindestbetrag', 'Kreditrahmen', 'Verfügungsrahmen', 'Fällig am'],
    dates: ['Belegdatum', 'Buchung'],
    sections: ['Gutschriften', 'Belastungen'],
  },
}

/** A card's statement: purchases add to what is owed, payments and refunds take from it. */
export const creditCardStatement: Generator = async (chance) => {
  const account = openAccount(chance, true)
  const card = CARD_WORDS[account.locale.language]
  const words: StatementWords = {
    ...STATEMENT_WORDS[account.locale.language],
    titles: card.titles,
    account: card.account,
  }
  const paper = await Paper.lay(chance, account.locale.paper)
  const { y, fields } = drawHead(chance, paper, account, words)
  const plan = { ...planLedger(chance), balances: 'none' as const }
  const draft: Draft = { chance, paper, account, words, plan, fields }
  const below = drawCardSummary(draft, y)
  const transactions = drawPurchases(draft, below)
  currencyOf(draft)
  return {
    name: `card-statement-${account.locale.id}`,
    bytes: await paper.bytes(fields.statement_end_date),
    truth: { document_type: 'CREDIT_CARD_STATEMENT', fields, tables: { transactions }, risk: 'clean' },
  }
}

function drawCardSummary({ chance, paper, account, plan, fields }: Draft, top: number): number {
  const words = CARD_WORDS[account.locale.language]
  const [paid, spent] = [sum(account.entries, (a) => a < 0), sum(account.entries, (a) => a > 0)]
  const minus = chance.happens(0.5) ? -1 : 1
  const lines: [name: string, label: string, text: string, value: number][] = [
    ['opening_balance', chance.pick(words.previous), money(account, plan, account.opening), account.opening],
    ['total_deposits', chance.pick(words.payments), money(account, plan, minus * paid), paid],
    ['total_withdrawals', chance.pick(words.purchases), money(account, plan, spent), spent],
    ['closing_balance', chance.pick(words.closing), money(account, plan, account.closing), account.closing],
  ]
  const [minimum, limit, available, due] = words.extra as [string, string, string, string]
  const extras: [string, string][] = [
    [minimum, money(account, plan, 25)],
    [limit, money(account, plan, 12_000)],
    [available, money(account, plan, Math.round((12_000 - account.closing) * 100) / 100)],
    [
      due,
      chance.pick(account.locale.dates)(dayOf(Date.UTC(account.end.year, account.end.month - 1, account.end.day + 21))),
    ],
  ]
  let y = top
  for (const [name, label, text, value] of lines) {
    // Half of the issuers print the total of payments with a minus, which says what it does to the balance.
    fields[name] = value
    paper.text(40, y, label)
    paper.text(290, y, text, { align: 'right' })
    y += 14
  }
  for (const [i, [label, text]] of extras.entries()) {
    paper.text(330, top + 14 * i, label)
    paper.text(paper.width - 40, top + 14 * i, text, { align: 'right' })
  }
  return y + 18
}

function drawPurchases(draft: Draft, top: number): Record<string, string | number>[] {
  const { chance, paper, account, plan, words } = draft
  const card = CARD_WORDS[account.locale.language]
  const print = chance.pick(plan.shortDates ? account.locale.shortDates : account.locale.dates)
  const two = chance.happens(0.6)
  const columns: Column[] = [
    { role: 'date', title: two ? (card.dates[0] as string) : (words.columns.date[0] as string), x: 40, right: false },
    ...(two ? [{ role: 'value' as const, title: card.dates[1] as string, x: 128, right: false }] : []),
    { role: 'description', title: chance.pick(words.columns.description), x: two ? 216 : 130, right: false },
    {
      role: 'amount',
      title: chance.pick(words.columns.amount).replace('$', account.locale.symbol),
      x: paper.width - 42,
      right: true,
    },
  ]
  const credit = chance.pick(['minus', 'suffix'] as const)
  const amountOf = (amount: number) => {
    if (amount >= 0) return money(account, plan, amount)
    return credit === 'minus' ? money(account, plan, amount) : `${money(account, plan, -amount)} CR`
  }
  const rowOf = ({ day, lines, amount }: Entry): PrintedRow => {
    const cells = {
      date: print(day),
      description: lines[0] ?? '',
      amount: amountOf(amount),
      ...(two ? { value: print(day) } : {}),
    }
    return { cells, more: lines.slice(1) }
  }
  const style = styleOf(draft)
  if (!chance.happens(0.3)) drawTable(paper, top, columns, account.entries.map(rowOf), style)
  else {
    let y = top
    for (const [i, sign] of [-1, 1].entries()) {
      const entries = account.entries.filter(({ amount }) => amount * sign > 0)
      if (entries.length === 0) continue
      if (y > paper.height - 140) y = style.newPage()
      paper.text(40, y, card.sections[i] as string, { size: 11, bold: true })
      y = drawTable(paper, y + 18, columns, entries.map(rowOf), style) + 16
    }
  }
  return truthOf(account.entries, [], true)
}
