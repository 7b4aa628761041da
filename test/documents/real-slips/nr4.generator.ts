import type { Generator } from '../specimen.ts'
import { canadianForm, type Draw, drawCell } from './canadian-form.ts'
import { cents, money } from './money.ts'

/** Amounts paid to a non-resident: a first and a second line of boxes 14 to 18 and 24 to 28. */
const nr4: Draw = (sheet, { chance, year, payer, person }) => {
  const look = chance.pick(['commas', 'plain', 'split'] as const)
  const rows = [0, 1].map((at) =>
    at === 0 || chance.happens(0.4)
      ? { code: chance.pick(['39', '46', '61', '11', '13']), gross: chance.amount(200, 30000) }
      : undefined,
  )
  const recipient = `${person.first} ${person.last}`
  for (let copy = 0; copy < 2; copy++) {
    const [top, slip] = [28 + copy * 380, `form1[0].Page1[0].Slip${copy + 1}[0]`]
    sheet.at(0, top)`
      14: 582>b/17 NR4
      8: 30/6 Canada Revenue Agency   Agence du revenu du Canada
      10: 300^b/6.5 STATEMENT OF AMOUNTS PAID OR CREDITED TO NON-RESIDENTS OF CANADA ¶ ÉTAT DES SOMMES PAYÉES OU
      & CRÉDITÉES À DES NON-RÉSIDENTS DU CANADA
    `
    const heads = [
      ['10', ['Year', 'Année'], String(year), 80],
      ['11', ['Recipient code', 'Code du bénéficiaire'], '1', 100],
      ['12', ['Country code for tax purposes', 'Code du pays aux fins fiscales'], 'USA', 130],
      [
        '13',
        ['Foreign or Canadian tax identification number', "Numéro d'identification fiscal étranger ou canadien"],
        chance.digits(9),
        200,
      ],
    ] as const
    let x = 28
    for (const [box, captions, value, w] of heads) {
      drawCell(sheet, { box, captions, value, x, y: top + 44, w, align: 'left' }, 'aside', `${slip}.Box${box}[0]`)
      x += w + 6
    }
    for (const [at, row] of rows.entries()) {
      const tax = row ? cents(row.gross * 0.15) : 0
      const cells = [
        ['4', ['Income code', 'Code de revenu'], row?.code ?? '', 80],
        ['5', ['Currency code', 'Code de devise'], row ? 'CAD' : '', 80],
        ['6', ['Gross income', 'Revenu brut'], row ? money(row.gross, look) : '', 140],
        ['7', ['Non-resident tax withheld', 'Impôt des non-résidents retenu'], row ? money(tax, look) : '', 140],
        ['8', ['Exemption code', "Code d'exemption"], '', 80],
      ] as const
      let left = 28
      for (const [box, captions, value, w] of cells) {
        drawCell(
          sheet,
          {
            box: `${at + 1}${box}`,
            captions,
            value,
            x: left,
            y: top + 84 + at * 36,
            w,
            align: w > 100 ? 'right' : 'left',
          },
          'aside',
          `${slip}.Box${at + 1}${box}[0]`,
        )
        left += w + 6
      }
    }
    sheet.at(0, top)`
      152: 28/5.5 Non-resident recipient's name and address – Nom et adresse du bénéficiaire non-résident
      box 28 155 272 70
      value ${slip}.RecipientName[0] 30 156 268 68/8.5 many: ${[recipient, ...person.address, 'USA']}
      152: 310/5.5 Name and address of payer or agent – Nom et adresse du payeur ou de l'agent
      box 308 155 272 70
      value ${slip}.PayerName[0] 310 156 268 68/8.5 many: ${[payer.name, ...payer.address]}
      236: 28/5.5 Non-resident account number – Numéro de compte de non-résident
      247: 34/8.5 NRX${chance.digits(6)}
      270: 28b/7 NR4 (${String(year).slice(2)}) | 582>/5.5 Protected B when completed / Protégé B une fois rempli
    `
  }
  const first = rows[0] as { code: string; gross: number }
  const fields = {
    tax_year: String(year),
    payer_name: payer.name,
    recipient_name: recipient,
    income_code: first.code,
    gross_income: first.gross,
    non_resident_tax_withheld: cents(first.gross * 0.15),
  }
  return { document_type: 'NR4_TAX_SLIP', fields }
}

export const nr4Slips: Readonly<Record<string, Generator>> = {
  'real-nr4-fillable': canadianForm(nr4, { fillable: true }),
  'real-nr4-flat': canadianForm(nr4),
}
