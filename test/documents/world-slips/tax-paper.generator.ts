import { FIELDS } from '../../../schemas/src/documents/fields.ts'
import type { Chance } from '../chance.ts'
import { FormPaper } from '../printer/form-paper.ts'
import { split } from '../printer/lists.ts'
import { money } from '../real-slips/money.ts'
import { fullName } from '../real-slips/t4-worker.ts'
import type { Generator } from '../specimen.ts'
import { americanFirm, americanPerson, canadianFirm, canadianPerson } from './slip-people.ts'

interface Other {
  form: string
  title: readonly string[]
  country: 'CA' | 'US' | 'UK'
  boxes: readonly string[]
  /** What the year is called. */
  year: string
  /** The name or the year is open to argument. */
  optional?: readonly string[]
  /** With figures of its own, and no form. */
  notice?: true
}

const OTHERS: Record<string, Other> = {
  'slip-other-t4e': {
    form: 'T4E',
    title: [
      'Statement of Employment Insurance and Other Benefits',
      "État des prestations d'assurance-emploi et autres prestations",
    ],
    country: 'CA',
    year: 'Year / Année',
    boxes: split`
      7 Repayment rate / Taux de remboursement | 14 Total benefits paid – line 11900
      | 15 Regular and other benefits paid | 17 Employment benefits and support measures paid | 18 Tax-exempt benefits
      | 21 Tuition assistance | 22 Income tax deducted | 23 Quebec income tax deducted | 30 Total repayment
    `,
  },
  'slip-other-t5008': {
    form: 'T5008',
    title: ['Statement of Securities Transactions', 'État des opérations sur titres'],
    country: 'CA',
    year: 'Year / Année',
    boxes: split`
      13 Foreign currency | 14 Date (MM-DD) | 15 Type code of securities | 16 Quantity of securities
      | 17 Identification of securities | 18 ISIN/CUSIP number | 19 Face amount | 20 Cost or book value
      | 21 Proceeds of disposition | 24 Identification of securities received on settlement
    `,
  },
  'slip-other-t4rsp': {
    form: 'T4RSP',
    title: ['Statement of RRSP Income', "État du revenu provenant d'un REER"],
    country: 'CA',
    year: 'Year / Année',
    boxes: split`
      16 Annuity payments | 18 Refund of premiums | 20 Refund of excess contributions
      | 22 Withdrawal and commutation payments | 26 Amounts deemed received on deregistration
      | 28 Other income or deductions | 30 Income tax deducted | 34 Amounts deemed received on death
    `,
  },
  'slip-other-rl2': {
    form: 'RL-2',
    title: ['Revenus de retraite et rentes'],
    country: 'CA',
    year: 'Année',
    boxes: split`
      A Prestations d'un RPA | B Prestations d'un REER, d'un FERR ou d'un RPDB | C Autres paiements
      | J Impôt du Québec retenu à la source | L Revenu gagné après le décès | O Retrait dans le cadre du RAP
    `,
  },
  'slip-other-noa': {
    form: 'Notice of assessment',
    title: ['Notice of assessment', 'We assessed your income tax and benefit return and calculated your balance.'],
    country: 'CA',
    year: 'Tax year',
    boxes: split`
      Account summary | 15000 Total income | 23600 Net income | 26000 Taxable income | 43500 Total payable
      | 43700 Total income tax deducted | 48200 Total credits | Refund | RRSP deduction limit for the next year
    `,
    notice: true,
    optional: Object.keys(FIELDS.NOTICE_OF_ASSESSMENT),
  },
  'slip-other-1098': {
    form: '1098',
    title: ['Mortgage Interest Statement', 'Copy B For Payer/Borrower'],
    country: 'US',
    year: 'For calendar year',
    boxes: split`
      1 Mortgage interest received from payer(s)/borrower(s)* | 2 Outstanding mortgage principal
      | 3 Mortgage origination date | 4 Refund of overpaid interest | 5 Mortgage insurance premiums
      | 6 Points paid on purchase of principal residence | 10 Other
    `,
  },
  'slip-other-1099-g': {
    form: '1099-G',
    title: ['Certain Government Payments', 'Copy B For Recipient'],
    country: 'US',
    year: 'For calendar year',
    boxes: split`
      1 Unemployment compensation | 2 State or local income tax refunds, credits, or offsets
      | 3 Box 2 amount is for tax year | 4 Federal income tax withheld | 5 RTAA payments | 6 Taxable grants
      | 11 State income tax withheld
    `,
  },
  'slip-other-1099-b': {
    form: '1099-B',
    title: ['Proceeds From Broker and Barter Exchange Transactions', 'Copy B For Recipient'],
    country: 'US',
    year: 'For calendar year',
    boxes: split`
      1a Description of property | 1b Date acquired | 1c Date sold or disposed | 1d Proceeds | 1e Cost or other basis
      | 1f Accrued market discount | 4 Federal income tax withheld
    `,
  },
  'slip-other-p60': {
    form: 'P60',
    title: [
      'End of Year Certificate',
      'This form shows your total pay for Income Tax purposes in this employment for the year.',
    ],
    country: 'UK',
    year: 'Tax year to 5 April',
    boxes: split`
      In previous employment(s)  Pay  Tax deducted | In this employment  Pay  Tax deducted | Total for year
      | Final tax code 1257L | NIC letter A | Earnings at the Lower Earnings Limit (LEL)
      | Employee’s contributions due on all earnings above the PT | Student loan deductions in this employment
    `,
    optional: ['tax_year'],
  },
}

/** What a notice says closes: no part is above its whole, and what is left is what was deducted less the tax. */
function noticeSums(chance: Chance): Readonly<Record<string, number>> {
  const part = (of: number) => Math.round(of * chance.amount(80, 99)) / 100
  const total = chance.amount(20_000, 90_000)
  const net = part(total)
  const deducted = part(net / 4)
  const payable = part(deducted)
  const refund = Math.round((deducted - payable) * 100) / 100
  return {
    ...{ 'Account summary': refund, '15000 Total income': total, '23600 Net income': net },
    ...{ '26000 Taxable income': part(net), '43500 Total payable': payable },
    ...{ '43700 Total income tax deducted': deducted, '48200 Total credits': deducted, Refund: refund },
  }
}

function draw(
  paper: FormPaper,
  { form, title, country, boxes, year, notice }: Other,
  when: number,
  chance: Chance,
): void {
  const who = country === 'CA' ? canadianPerson(chance) : americanPerson(chance)
  const firm = country === 'CA' ? canadianFirm(chance) : americanFirm(chance)
  const long = form.length > 8
  const office = {
    CA: ['Canada Revenue Agency', 'Agence du revenu du Canada'],
    US: ['Department of the Treasury', 'Internal Revenue Service'],
    UK: ['HM Revenue & Customs'],
  }[country]
  paper.lines(30, 30, form.startsWith('RL') ? ['Revenu Québec'] : office, { size: 7 })
  if (!long) paper.text(582, 40, country === 'US' ? `Form ${form}` : form, { size: 16, bold: true, align: 'right' })
  paper.lines(306, 60, title, { size: 10, bold: true, align: 'middle' }).text(420, 30, `${year} ${when}`, { size: 9 })
  paper
    .box(30, 90, 260, 64)
    .text(
      33,
      97,
      {
        CA: "Payer's name / Nom du payeur",
        US: "PAYER'S/LENDER'S name and address",
        UK: 'Employer’s full name and address',
      }[country],
      { size: 5.5 },
    )
    .lines(36, 110, [...firm.name.split('\n'), ...firm.address], { size: 9 })
  paper
    .box(30, 160, 260, 64)
    .text(
      33,
      167,
      {
        CA: "Recipient's name / Nom du bénéficiaire",
        US: "RECIPIENT'S/BORROWER'S name and address",
        UK: 'Employee’s details: Surname, Forenames',
      }[country],
      { size: 5.5 },
    )
    .lines(36, 180, [fullName(who), ...who.address], { size: 9 })
  const sums = notice ? noticeSums(chance) : {}
  for (const [at, caption] of boxes.entries()) {
    const y = 90 + at * 30
    paper.box(300, y, 282, 30).text(303, y + 8, caption, { size: 6 })
    if (chance.happens(0.6))
      paper.text(576, y + 25, money(sums[caption] ?? chance.amount(5, 30_000), 'commas'), { size: 9, align: 'right' })
  }
  if (country === 'CA' && !long) paper.text(30, 400, `${form} (${String(when).slice(2)})`, { size: 7, bold: true })
}

export const taxPapers: Readonly<Record<string, Generator>> = Object.fromEntries(
  Object.entries(OTHERS).map(([name, other]) => [
    name,
    async (chance: Chance) => {
      const paper = await FormPaper.open({ manner: chance.pick(['plain', 'plain', 'words', 'type0']), leading: 1.2 })
      const when = chance.whole(2019, 2024)
      draw(paper, other, when, chance)
      const fields = { tax_year: String(when), ...(other.notice ? {} : { form_name: other.form }) }
      const optional = other.optional ?? []
      const document_type = other.notice ? ('NOTICE_OF_ASSESSMENT' as const) : ('TAX_FORM' as const)
      return {
        name,
        bytes: await paper.save(),
        truth: { document_type, fields, optional, risk: 'clean' as const },
      }
    },
  ]),
)
