import type { Chance } from './chance.ts'
import { agreeTerms, type Terms } from './letter-terms.generator.ts'
import {
  benefit,
  employmentEnglish,
  employmentFrench,
  employmentGerman,
  type Wording,
} from './letter-wordings.generator.ts'
import type { Generator } from './specimen.ts'
import { isoOf } from './statement-locale.generator.ts'
import { Paper } from './statement-paper.generator.ts'

const ENGLISH = ['en-US', 'en-CA', 'en-GB'] as const
const YEARLY = [24_000, 128_000] as const
const MONTHLY = [1_400, 7_200] as const

/** An income letter: an employer's or an agency's in prose, or a form with captions. */
export const incomeLetter: Generator = async (chance) => {
  const kind = chance.pick(['english', 'english', 'french', 'german', 'benefit', 'captions', 'form'] as const)
  const terms = {
    english: () => agreeTerms(chance, ENGLISH, YEARLY),
    french: () => agreeTerms(chance, ['fr-CA', 'fr-FR'], YEARLY),
    german: () => agreeTerms(chance, ['de-DE'], MONTHLY),
    benefit: () => agreeTerms(chance, ['en-US'], MONTHLY, true),
    captions: () => agreeTerms(chance, ENGLISH, MONTHLY),
    form: () => agreeTerms(chance, ENGLISH, MONTHLY),
  }[kind]()
  const paper = await Paper.lay(chance, terms.locale.paper)
  const fields: Record<string, string | number> = {
    employee_name: terms.employee,
    employer_name: terms.employer,
    letter_date: isoOf(terms.written),
    gross_income: terms.income,
  }
  const frequency = draw(kind, chance, paper, terms)
  if (frequency) fields.pay_frequency = frequency
  return {
    name: `letter-${terms.locale.id}-${kind}`,
    bytes: await paper.bytes(fields.letter_date),
    truth: { document_type: 'INCOME_LETTER', fields, risk: 'clean' },
  }
}

type Kind = 'english' | 'french' | 'german' | 'benefit' | 'captions' | 'form'

function draw(kind: Kind, chance: Chance, paper: Paper, terms: Terms): string | undefined {
  if (kind === 'captions') return drawCaptions(chance, paper, terms)
  if (kind === 'form') return drawForm(chance, paper, terms)
  const write = { english: employmentEnglish, french: employmentFrench, german: employmentGerman, benefit }[kind]
  return drawLetter(chance, paper, terms, write(chance, terms), kind === 'benefit')
}

function drawLetter(
  chance: Chance,
  paper: Paper,
  terms: Terms,
  wording: Wording,
  toRecipient: boolean,
): string | undefined {
  const { locale, employer, employee, written, print, street, city } = terms
  const center = chance.happens(0.3)
  paper.text(center ? paper.width / 2 : 56, 56, employer, { size: 15, bold: true, align: center ? 'center' : 'left' })
  paper.text(center ? paper.width / 2 : 56, 70, locale.cities[0] ?? '', { size: 8, align: center ? 'center' : 'left' })
  const dated = chance.pick([
    print(written),
    `${{ en: 'Date:', fr: 'Date :', de: 'Datum:' }[locale.language]} ${print(written)}`,
  ])
  let y = 110
  paper.text(56, y, dated, { size: 10 })
  y += 30
  const block = toRecipient
    ? [employee, street, city]
    : [{ en: 'To whom it may concern', fr: 'À qui de droit', de: 'Sehr geehrte Damen und Herren' }[locale.language]]
  for (const line of block) {
    paper.text(56, y, line, { size: 10 })
    y += 13
  }
  y += 14
  const subject = { en: 'RE', fr: 'Objet', de: 'Betreff' }[locale.language]
  paper.text(56, y, `${subject}: ${wording.subject}`, { size: 10, bold: true })
  y += 26
  for (const paragraph of wording.paragraphs) {
    for (const line of paper.wrap(paragraph, paper.width - 120, 10)) {
      paper.text(56, y, line, { size: 10 })
      y += 14
    }
    y += 10
  }
  paper.text(
    56,
    y + 40,
    { en: 'Human Resources', fr: 'Ressources humaines', de: 'Personalabteilung' }[locale.language],
    { size: 10 },
  )
  return wording.frequency
}

function drawCaptions(chance: Chance, paper: Paper, terms: Terms): string {
  const { employer, employee, written, income, print, money } = terms
  paper.text(40, 44, employer, { size: 16, bold: true })
  paper.text(40, 62, chance.pick(['Employment Verification', 'Income Letter', 'Benefit Letter']), { size: 10 })
  const frequency = chance.pick(['monthly', 'Monthly', 'biweekly', 'weekly'])
  const facts = [
    [chance.pick(['Employee', 'Recipient', 'Employee name', 'Beneficiary']), employee],
    [chance.pick(['Letter date', 'Date', 'Date issued']), print(written)],
    [chance.pick(['Gross income', 'Gross pay', 'Gross amount', 'Amount']), money(income)],
    [chance.pick(['Frequency', 'Pay frequency']), frequency],
  ] as const
  for (const [i, [label, value]] of facts.entries()) {
    const [x, y] = [44 + (i % 2) * 250, 110 + Math.floor(i / 2) * 46]
    paper.text(x, y, label.toUpperCase(), { size: 7, grey: 0.3 })
    paper.text(x, y + 14, value, { size: 10 })
  }
  return frequency
}

function drawForm(chance: Chance, paper: Paper, terms: Terms): string {
  const { employer, employee, written, hired, title, income, print, money } = terms
  paper.text(paper.width / 2, 50, 'VERIFICATION OF EMPLOYMENT', { size: 14, bold: true, align: 'center' })
  const frequency = chance.pick(['Monthly', 'Weekly', 'Bi-weekly', 'Semi-monthly'])
  const facts = [
    ['Employee name', employee],
    ['Job title', title],
    ['Date hired', print(hired)],
    [chance.pick(['Current gross wages', 'Gross salary', 'Gross pay']), money(income)],
    ['Pay frequency', frequency],
    ['Average hours per week', '40'],
    ['Employer name', employer],
    ['Date signed', print(written)],
  ] as const
  for (const [i, [label, value]] of facts.entries()) {
    paper.text(50, 100 + 22 * i, `${label}:`)
    paper.text(220, 100 + 22 * i, value)
    paper.rule(215, 104 + 22 * i, paper.width - 60)
  }
  return frequency
}
