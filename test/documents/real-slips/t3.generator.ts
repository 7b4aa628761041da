import type { Generator } from '../specimen.ts'
import { canadianForm, type Draw, drawCell, type Parties, type Style } from './canadian-form.ts'
import { block, dividends, foot, head, type Slip, short } from './investment-slip.ts'
import { money } from './money.ts'
import { socialInsuranceNumber } from './people.ts'

const T3_CELLS = [
  ['49', 'Actual amount of eligible dividends', 'Montant réel des dividendes déterminés'],
  ['50', 'Taxable amount of eligible dividends', 'Montant imposable des dividendes déterminés'],
  ['51', 'Dividend tax credit for eligible dividends', "Crédit d'impôt pour dividendes déterminés"],
  ['26', 'Other income', 'Autres revenus'],
  ['23', 'Actual amount of dividends other than eligible dividends', 'Montant réel des dividendes autres'],
  ['32', 'Taxable amount of dividends other than eligible dividends', 'Montant imposable des dividendes autres'],
  ['39', 'Dividend tax credit for dividends other than eligible', "Crédit d'impôt pour dividendes autres"],
  ['21', 'Capital gains', 'Gains en capital'],
  ['30', 'Capital gains eligible for deduction', 'Gains en capital admissibles pour déduction'],
] as const

function t3Slip(at: Slip, { payer, person, year }: Parties, texts: Record<string, string>): void {
  const { sheet, top, slip, style } = at
  head(
    sheet,
    top,
    'T3',
    [
      'Statement of Trust Income Allocations and Designations',
      'État des revenus de fiducie (répartitions et attributions)',
    ],
    year,
    slip,
  )
  for (const [i, [box, ...captions]] of T3_CELLS.entries()) {
    const cell = {
      box,
      captions: style === 'aside' ? short(captions) : captions,
      value: texts[box] ?? '',
      x: 28 + (i % 4) * 140,
      y: top + 50 + Math.floor(i / 4) * 38,
      w: 134,
    }
    drawCell(sheet, cell, style, `${slip}.Box${box}[0]`)
  }
  sheet
    .text(190, top + 122, 'Other information (see the back)', { size: 5 })
    .text(190, top + 128, 'Autres renseignements (lisez le verso)', { size: 5 })
    .text(330, top + 122, 'Box – Case', { size: 5 })
    .text(400, top + 122, 'Amount – Montant', { size: 5 })
  for (const [i, [box, a, b]] of (
    [
      ['12', 'Recipient identification number', "Numéro d'identification du bénéficiaire"],
      ['14', 'Account number', 'Numéro de compte'],
      ['16', 'Report code', 'Code du genre de feuillet'],
      ['18', 'Beneficiary code', 'Code du bénéficiaire'],
    ] as const
  ).entries())
    drawCell(
      sheet,
      {
        box,
        captions: [a, b],
        value: texts[box] ?? '',
        x: 28 + i * 140,
        y: top + 166,
        w: 134,
        h: style === 'aside' ? 16 : 24,
        align: 'left',
      },
      style,
      `${slip}.Box${box}[0]`,
    )
  block(
    at,
    'RecipientName',
    "Recipient's name (last name first) and address – Nom, prénom et adresse du bénéficiaire",
    [[person.last, person.first].join(', '), ...person.address],
    28,
    top + 208,
  )
  block(
    at,
    'TrustName',
    "Trust's name and address – Nom et adresse de la fiducie",
    [payer.name, ...payer.address],
    308,
    top + 208,
  )
  sheet.at(0, top)`
    282/5: 28 Trust year ending – Fin de l'année de la fiducie | 170 Year – Année | 220 Month – Mois
    294/8: 176 ${year} | 226 12
    282: 300/5 Footnotes – Notes explicatives
  `
  foot(sheet, top + 310, 'T3', year)
}

const t3 =
  (style: Style, copies: number): Draw =>
  (sheet, parties) => {
    const { chance, year, payer, person } = parties
    const look = chance.pick(['commas', 'plain', 'split'] as const)
    const amounts: Record<string, number> = {}
    if (chance.happens(0.6)) dividends(amounts, chance.amount(4, 900), ['49', '50', '51'])
    if (chance.happens(0.7)) amounts['21'] = chance.amount(3, 2600)
    if (chance.happens(0.6) || Object.keys(amounts).length === 0) amounts['26'] = chance.amount(1, 800)
    const texts: Record<string, string> = {
      12: socialInsuranceNumber(chance, 'none'),
      14: chance.digits(9),
      16: 'O',
      18: '1',
    }
    for (const [box, amount] of Object.entries(amounts)) texts[box] = money(amount, look)
    for (let copy = 0; copy < copies; copy++)
      t3Slip(
        { sheet, top: 26 + copy * 380, slip: `form1[0].Page1[0].Slip${copy + 1}[0]`, style },
        { ...parties, payer: { ...payer, name: trust(payer.name) } },
        texts,
      )
    const fields: Record<string, string | number> = {
      tax_year: String(year),
      trust_name: trust(payer.name),
      recipient_name: `${person.last}, ${person.first}`,
    }
    const named = { 21: 'capital_gains', 49: 'actual_eligible_dividends', 26: 'other_income' }
    for (const [box, name] of Object.entries(named)) if (amounts[box] !== undefined) fields[name] = amounts[box]
    return { document_type: 'T3_TAX_SLIP', fields }
  }

const trust = (name: string) => name.replace(/ (Ltd\.|Inc\.|Ltée|Corp\.)$/, ' Balanced Fund')

export const t3Slips: Readonly<Record<string, Generator>> = {
  'real-t3-fillable': canadianForm(t3('aside', 2), { fillable: true }),
  'real-t3-flat': canadianForm(t3('corner', 1)),
}
