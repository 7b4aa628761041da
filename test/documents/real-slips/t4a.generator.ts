import type { Generator } from '../specimen.ts'
import { canadianForm, cellsOn, type Draw, drawCell } from './canadian-form.ts'
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
      sheet.at(0, top)`
        12: 582>b/17 T4A
        22: 582>b/6 Statement of Pension, Retirement, Annuity, ¶ and Other Income ¶ État du revenu de pension, de
        & retraite, de rente ¶ ou d'autres sources
        6/5.5: 306 Canada Revenue ¶ Agency | 356 Agence du revenu ¶ du Canada
        36: 306/5.5 Year
        43: 306/5.5 Année
        box 328 30 50 16
        value ${slip}.Year[0] 330 31 46 14/10: ${year}
        6: 30/6 Payer's name – Nom du payeur
        box 28 9 260 50
        value ${slip}.PayersName[0] 30 10 256 48/8.5 many: ${[payer.name, ...payer.address]}
      `
      cellsOn(sheet, slip, 'aside', 0, top)`
        ${digits('061')} 28 76 170: Payer's program account number / Numéro de compte de programme du payeur =
        & ${account}
        ${digits('012')} 28 110 120: Social insurance number ¶ Numéro d'assurance sociale = ${sin}
        ${digits('013')} 160 110 128: Recipient's program account number ¶ Numéro de compte de programme
        & du bénéficiaire =
      `
      sheet.at(0, top)`
        140: 30/6 Recipient's name and address – Nom et adresse du bénéficiaire
        box 28 143 260 120
        150/4.8: 32 Last name (print) – Nom de famille (en lettres moulées) | 190 First name – Prénom
        | 254 Initials – Initiales
        value ${slip}.LastName[0] 30 152 150 14: ${person.last.toUpperCase()}
        value ${slip}.FirstName[0] 188 152 64 14: ${person.first.toUpperCase()}
        value ${slip}.Initial[0] 260 152 20 14: ${person.initial}
        value ${slip}.Address[0] 30 174 240 60 many: ${person.address}
      `
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
        sheet.at(x, y)`
          value ${slip}.Box_${at}[0] 0 7 30 14: ${pair?.[0] ?? ''}
          value ${slip}.Amount_${at}[0] 30 7 106 14>: ${pair ? money(pair[1], look) : ''}
        `
      }
      sheet.at(0, top)`
        310: 30b/7 T4A (${String(year).slice(2)}) | 582>/5.5 Protected B / Protégé B when completed / une fois rempli
        320: 30/5 See the privacy notice on your return. / Consultez l’avis de confidentialité dans votre déclaration.
      `
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
