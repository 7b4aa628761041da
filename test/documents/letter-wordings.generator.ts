import type { Chance } from './chance.ts'
import type { Terms } from './letter-terms.generator.ts'

export interface Wording {
  subject: string
  paragraphs: string[]
  /** As printed; undefined where the letter does not say. */
  frequency: string | undefined
}

/** An employer vouches for a salary. */
export function employmentEnglish(chance: Chance, terms: Terms): Wording {
  const { employee, employer, title, hired, income, print, money } = terms
  const opening = chance.pick([
    `This letter is to confirm that ${employee} has been employed by ${employer} as a ${title} since ${print(hired)}.`,
    `Please be advised that ${employee} is employed with ${employer} in the position of ${title}. The start date was ${print(hired)}.`,
    `I am writing to verify that ${employee} has worked at ${employer} since ${print(hired)} as a ${title}.`,
    `We certify that ${employee} is a full-time ${title} at ${employer}, hired on ${print(hired)}.`,
  ])
  const basis = chance.pick(['biweekly', 'semi-monthly', 'weekly', 'monthly'])
  const [pay, frequency] = chance.pick([
    [`The current gross annual salary is ${money(income)}, paid ${basis}.`, basis],
    [
      `The employee earns an annual salary of ${money(income)} before deductions and is paid on a ${basis} basis.`,
      basis,
    ],
    [`Compensation is ${money(income)} per year, gross, with ${basis} pay periods.`, basis],
  ] as const)
  const more = chance.pick([
    'The position is permanent and full time, 40 hours each week.',
    'A bonus of up to $1,500.00 may be paid at the end of the year.',
    'Vacation of 15 days a year is included.',
  ])
  const closing = 'Should you need anything further, call our office at 555-0175.'
  return {
    subject: chance.pick(['Employment verification', 'Letter of employment', 'Proof of income']),
    paragraphs: [opening, `${pay} ${more}`, closing],
    frequency,
  }
}

export function employmentFrench(chance: Chance, terms: Terms): Wording {
  const { employee, employer, title, hired, income, print, money } = terms
  const opening = chance.pick([
    `Par la présente, nous attestons que ${employee} est à l'emploi de ${employer} depuis le ${print(hired)} à titre de ${title}.`,
    `Nous confirmons que ${employee} travaille chez ${employer} depuis le ${print(hired)} comme ${title}.`,
  ])
  const [pay, frequency] = chance.pick([
    [`Son salaire annuel brut est de ${money(income)}, versé aux deux semaines.`, 'aux deux semaines'],
    [`La rémunération brute annuelle s'élève à ${money(income)}.`, 'annuelle'],
  ] as const)
  return {
    subject: chance.pick(["Attestation d'emploi", "Lettre d'emploi"]),
    paragraphs: [opening, pay, 'Veuillez agréer nos salutations distinguées.'],
    frequency,
  }
}

export function employmentGerman(chance: Chance, terms: Terms): Wording {
  const { employee, employer, title, hired, income, print, money } = terms
  const opening = `Hiermit bestätigen wir, dass ${employee} seit dem ${print(hired)} bei der ${employer} als ${title} beschäftigt ist.`
  const pay = chance.pick([
    `Das monatliche Bruttogehalt beträgt ${money(income)}.`,
    `Der Bruttolohn beträgt monatlich ${money(income)}.`,
  ])
  return {
    subject: 'Arbeitsbescheinigung',
    paragraphs: [opening, pay, 'Mit freundlichen Grüßen'],
    frequency: pay.includes('monatliche ') ? 'monatliche' : 'monatlich',
  }
}

/** An agency tells the recipient what is paid. */
export function benefit(chance: Chance, terms: Terms): Wording {
  const { income, hired, print, money } = terms
  const pay = chance.pick([
    `Your monthly benefit is ${money(income)} beginning ${print(hired)}.`,
    `You are entitled to a monthly payment of ${money(income)} from ${print(hired)} on.`,
    `Beginning ${print(hired)}, the full monthly benefit before any deductions is ${money(income)}.`,
  ])
  const more = 'The amount is reviewed each year. Report changes of your income within 10 days.'
  return {
    subject: chance.pick(['Benefit verification letter', 'Notice of award', 'Your benefit amount']),
    paragraphs: [pay, more],
    frequency: 'monthly',
  }
}
