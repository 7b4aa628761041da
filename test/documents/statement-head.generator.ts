import type { Chance } from './chance.ts'
import type { Account } from './statement-account.generator.ts'
import { isoOf } from './statement-locale.generator.ts'
import type { Paper } from './statement-paper.generator.ts'
import type { StatementWords } from './statement-words.generator.ts'

export interface Head {
  /** Where the next thing goes. */
  y: number
  fields: Record<string, string | number>
}

const HOLDER = {
  en: ['Account holder:', 'Prepared for', 'Customer name:', 'Name:'],
  fr: ['Titulaire :', 'Titulaire du compte :', 'Nom :'],
  de: ['Kontoinhaber:', 'Inhaber:'],
}

const BANK_LINES = {
  en: ['1 Exchange Plaza', 'Call us at 555-0142', 'Member services 8am-8pm'],
  fr: ['2, place du Marché', 'Service à la clientèle 555-0142'],
  de: ['Marktplatz 1', 'Kundenservice 0800 555014'],
}

/** Letterhead, the holder's address, account number and period; what it prints goes into the fields. */
export function drawHead(chance: Chance, paper: Paper, account: Account, words: StatementWords): Head {
  const fields: Head['fields'] = { bank_name: account.bank }
  const letterhead = chance.pick(['left', 'center', 'band'] as const)
  drawLetterhead(chance, paper, account, words, letterhead)
  const left = drawHolder(chance, paper, account, fields)
  const facts = factsOf(chance, account, words, fields)
  const beside = chance.happens(0.5)
  const x = beside ? paper.width / 2 + 20 : 40
  let y = beside ? 110 : left + 14
  const gap = chance.happens(0.5) ? chance.whole(110, 150) : 0
  for (const [label, value] of facts) {
    const apart = gap > 0 && label !== ''
    if (apart) paper.text(x, y, label)
    if (apart) paper.text(x + Math.max(gap, paper.widthOf(label) + 8), y, value)
    else paper.text(x, y, `${label} ${value}`.trim())
    y += 14
  }
  return { y: Math.max(y, left) + 14, fields }
}

function drawLetterhead(
  chance: Chance,
  paper: Paper,
  { bank, locale }: Account,
  words: StatementWords,
  kind: 'left' | 'center' | 'band',
): void {
  const title = chance.pick(words.titles)
  if (kind === 'band') paper.fill(0, 0, paper.width, 60, 0.9)
  if (kind === 'center') {
    paper.text(paper.width / 2, 44, bank, { size: 17, bold: true, align: 'center' })
    paper.text(paper.width / 2, 62, title, { size: 12, align: 'center' })
    return
  }
  paper.text(40, 42, bank, { size: chance.whole(14, 20), bold: true })
  if (kind === 'left')
    for (const [i, line] of BANK_LINES[locale.language].slice(0, 2).entries())
      paper.text(40, 56 + 11 * i, line, { size: 8 })
  paper.text(paper.width - 40, 42, title, { size: 12, align: 'right' })
}

function drawHolder(chance: Chance, paper: Paper, account: Account, fields: Head['fields']): number {
  const { holder, street, city, locale } = account
  const kind = chance.pick(['address', 'address', 'labelled', 'none'] as const)
  if (kind === 'none') return 96
  fields.account_holder_name = holder
  if (kind === 'labelled') {
    paper.text(40, 100, `${chance.pick(HOLDER[locale.language])} ${holder}`)
    return 112
  }
  const shown = chance.happens(0.3) && !holder.includes('ß') ? holder.toUpperCase() : holder
  for (const [i, line] of [shown, street, city].entries()) paper.text(40, 104 + 12 * i, line)
  return 144
}

function factsOf(chance: Chance, account: Account, words: StatementWords, fields: Head['fields']): [string, string][] {
  const { locale, number, start, end } = account
  const label = chance.pick(words.account)
  // An IBAN is called so; a number of another kind is not.
  const called = /IBAN/.test(label) && !/^[A-Z]{2}\d\d/.test(number) ? (words.account[0] as string) : label
  const facts: [string, string][] = [[called, number]]
  fields.account_number = number
  const print = chance.pick(locale.dates)
  fields.statement_start_date = isoOf(start)
  fields.statement_end_date = isoOf(end)
  const ends = chance.pick(words.fromTo)
  if (chance.happens(0.2)) facts.push([ends[0], print(start)], [ends[1], print(end)])
  else facts.push(['', chance.pick(words.period)(print(start), print(end))])
  if (locale.symbol !== '$' || chance.happens(0.5)) {
    facts.push([{ en: 'Currency', fr: 'Devise', de: 'Währung' }[locale.language], locale.currency])
  }
  return chance.happens(0.5) ? facts : facts.toReversed()
}
