import type { Generator } from '../specimen.ts'
import { canadianForm, type Draw, drawCell } from './canadian-form.ts'
import { money } from './money.ts'
import { programAccount, socialInsuranceNumber } from './people.ts'

const BOXES = [
  ['016', 'Pension or superannuation', 'Prestations de retraite ou autres pensions', 'pension_or_superannuation'],
  ['022', 'Income tax deducted', 'Impôt sur le revenu retenu', 'income_tax_deducted'],
  ['018', 'Lump-sum payments', 'Paiements forfaitaires', 'lump_sum_payments'],
  ['020', 'Self-employed commissions', "Commissions d'un travail indépendant", 'self_employed_commissions'],
  ['024', 'Annuities', 'Rentes', 'annuities'],
  ['048', 'Fees for services', 'Honoraires ou autres sommes pour services rendus', 'fees_for_services'],
] as const

/** The agency's T4A: three-digit boxes, the parties on the left, box and amount pairs below. */
const official =
  (short: boolean): Draw =>
  (sheet, { payer, person, year, chance }) => {
    const digits = (box: string) => (short ? box.replace(/^0/, '') : box)
    const look = chance.pick(['commas', 'plain', 'split'] as const)
    const kind = chance.pick(['pension', 'fees', 'lump'] as const)
    const gross = chance.amount(900, 48000)
    const amounts: Record<string, number> = { '022': Math.round(gross * 17) / 100 }
    amounts[kind === 'pension' ? '016' : kind === 'fees' ? '048' : '018'] = gross
    if (chance.happens(0.2)) amounts['024'] = chance.amount(100, 5000)
    if (kind === 'fees') delete amounts['022']
    const sin = socialInsuranceNumber(chance, chance.pick(['blanks', 'none']))
    const account = programAccount(chance, 'RP', false)
    const other = chance.happens(0.5)
      ? ([chance.pick(['105', '117', '119', '135', '028']), chance.amount(60, 4000)] as const)
      : undefined
    for (let copy = 0; copy < 2; copy++) {
      const [top, slip] = [30 + copy * 385, `form1[0].Page1[0].T4A_Slip${copy + 1}[0]`]
      sheet.text(582, top + 12, 'T4A', { size: 17, bold: true, align: 'right' })
      sheet.lines(
        582,
        top + 22,
        [
          'Statement of Pension, Retirement, Annuity,',
          'and Other Income',
          'État du revenu de pension, de retraite, de rente',
          "ou d'autres sources",
        ],
        { size: 6, bold: true, align: 'right' },
      )
      sheet
        .lines(306, top + 6, ['Canada Revenue', 'Agency'], { size: 5.5 })
        .lines(356, top + 6, ['Agence du revenu', 'du Canada'], { size: 5.5 })
      sheet
        .text(306, top + 36, 'Year', { size: 5.5 })
        .text(306, top + 43, 'Année', { size: 5.5 })
        .box(328, top + 30, 50, 16)
      sheet.value(`${slip}.Year[0]`, String(year), { x: 330, y: top + 31, w: 46, h: 14, size: 10 })
      sheet.text(30, top + 6, "Payer's name – Nom du payeur", { size: 6 }).box(28, top + 9, 260, 50)
      sheet.value(`${slip}.PayersName[0]`, [payer.name, ...payer.address].join('\n'), {
        x: 30,
        y: top + 10,
        w: 256,
        h: 48,
        size: 8.5,
        many: true,
      })
      drawCell(
        sheet,
        {
          box: digits('061'),
          captions: ["Payer's program account number / Numéro de compte de programme du payeur"],
          value: account,
          x: 28,
          y: top + 76,
          w: 170,
          align: 'left',
        },
        'aside',
        `${slip}.Box061[0]`,
      )
      drawCell(
        sheet,
        {
          box: digits('012'),
          captions: ['Social insurance number', "Numéro d'assurance sociale"],
          value: sin,
          x: 28,
          y: top + 110,
          w: 120,
          align: 'left',
        },
        'aside',
        `${slip}.Box012[0]`,
      )
      drawCell(
        sheet,
        {
          box: digits('013'),
          captions: ["Recipient's program account number", 'Numéro de compte de programme du bénéficiaire'],
          value: '',
          x: 160,
          y: top + 110,
          w: 128,
          align: 'left',
        },
        'aside',
        `${slip}.Box013[0]`,
      )
      sheet
        .text(30, top + 140, "Recipient's name and address – Nom et adresse du bénéficiaire", { size: 6 })
        .box(28, top + 143, 260, 120)
      sheet
        .text(32, top + 150, 'Last name (print) – Nom de famille (en lettres moulées)', { size: 4.8 })
        .text(190, top + 150, 'First name – Prénom', { size: 4.8 })
        .text(254, top + 150, 'Initials – Initiales', { size: 4.8 })
      sheet.value(`${slip}.LastName[0]`, person.last.toUpperCase(), { x: 30, y: top + 152, w: 150, h: 14 })
      sheet.value(`${slip}.FirstName[0]`, person.first.toUpperCase(), { x: 188, y: top + 152, w: 64, h: 14 })
      sheet.value(`${slip}.Initial[0]`, person.initial, { x: 260, y: top + 152, w: 20, h: 14 })
      sheet.value(`${slip}.Address[0]`, person.address.join('\n'), { x: 30, y: top + 174, w: 240, h: 60, many: true })
      for (const [at, [box, english, french]] of BOXES.entries())
        drawCell(
          sheet,
          {
            box: digits(box),
            captions: [english, french],
            value: amounts[box] === undefined ? '' : money(amounts[box], look),
            x: 306 + (at % 2) * 142,
            y: top + 76 + Math.floor(at / 2) * 36,
            w: 136,
          },
          'aside',
          `${slip}.Box${box}[0]`,
        )
      sheet.text(306, top + 186, 'Other information (see over) – Autres renseignements (voir au verso)', { size: 5.5 })
      for (let at = 0; at < 8; at++) {
        const [x, y] = [306 + (at % 2) * 142, top + 192 + Math.floor(at / 2) * 26]
        sheet
          .text(x, y + 5, 'Box – Case', { size: 4.5 })
          .text(x + 50, y + 5, 'Amount – Montant', { size: 4.5 })
          .box(x, y + 7, 30, 14)
          .box(x + 30, y + 7, 106, 14)
        const pair = at === 0 ? other : undefined
        sheet.value(`${slip}.Box_${at}[0]`, pair?.[0] ?? '', { x, y: y + 7, w: 30, h: 14 })
        sheet.value(`${slip}.Amount_${at}[0]`, pair ? money(pair[1], look) : '', {
          x: x + 30,
          y: y + 7,
          w: 106,
          h: 14,
          align: 'right',
        })
      }
      sheet
        .text(30, top + 310, `T4A (${String(year).slice(2)})`, { size: 7, bold: true })
        .text(582, top + 310, 'Protected B / Protégé B when completed / une fois rempli', { size: 5.5, align: 'right' })
      sheet.text(
        30,
        top + 320,
        'See the privacy notice on your return. / Consultez l’avis de confidentialité dans votre déclaration.',
        { size: 5 },
      )
    }
    const fields: Record<string, string | number> = {
      tax_year: String(year),
      payer_name: payer.name,
      recipient_name: [person.last, person.first, person.initial].filter(Boolean).join(' '),
      social_insurance_number: sin,
    }
    for (const [box, , , field] of BOXES) if (amounts[box] !== undefined) fields[field] = amounts[box]
    return { document_type: 'T4A_TAX_SLIP', fields }
  }

export const t4a: Readonly<Record<string, Generator>> = {
  'real-t4a-fillable': canadianForm(official(false), { fillable: true }),
  'real-t4a-flat': canadianForm(official(false)),
  'real-t4a-two-digits': canadianForm(official(true)),
}
