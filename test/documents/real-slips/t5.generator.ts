import { split } from '../printer/lists.ts'
import type { Generator } from '../specimen.ts'
import { type Cell, canadianForm, type Draw, drawCell, type Parties, type Style } from './canadian-form.ts'
import { block, dividends, foot, head, type Slip, short } from './investment-slip.ts'
import { money } from './money.ts'
import { socialInsuranceNumber } from './people.ts'

const T5_CELLS = [
  ['24', 'Actual amount of eligible dividends', 'Montant réel des dividendes déterminés'],
  ['25', 'Taxable amount of eligible dividends', 'Montant imposable des dividendes déterminés'],
  ['26', 'Dividend tax credit for eligible dividends', "Crédit d'impôt pour dividendes déterminés"],
  ['13', 'Interest from Canadian sources', 'Intérêts de source canadienne'],
  split`
    10 | Actual amount of dividends other than eligible dividends
    | Montant réel des dividendes autres que des dividendes déterminés
  `,
  split`
    11 | Taxable amount of dividends other than eligible dividends
    | Montant imposable des dividendes autres que des dividendes déterminés
  `,
  split`
    12 | Dividend tax credit for dividends other than eligible dividends
    | Crédit d'impôt pour dividendes autres que des dividendes déterminés
  `,
  ['18', 'Capital gains dividends', 'Dividendes sur gains en capital'],
] as const

function t5Slip(at: Slip, { payer, person, year }: Parties, texts: Record<string, string>): void {
  const { sheet, top, slip, style } = at
  head(sheet, top, 'T5', ['Statement of Investment Income', 'État des revenus de placement'], year, slip)
  sheet.at(0, top)`
    30b/5.5: 30 Dividends from Canadian corporations – Dividendes de sociétés canadiennes
    | 320 Federal credit – Crédit fédéral
  `
  const cells: Cell[] = T5_CELLS.map(([box, ...captions], i) => ({
    box,
    captions: style === 'aside' ? short(captions) : captions,
    value: texts[box] ?? '',
    x: 28 + (i % 4) * 140,
    y: top + 50 + Math.floor(i / 4) * 38,
    w: 134,
  }))
  for (const cell of cells) drawCell(sheet, cell, style, `${slip}.Box${cell.box}[0]`)
  sheet
    .text(28, top + 122, 'Other information (see the back) / Autres renseignements (lisez le verso)', { size: 5 })
    .text(320, top + 122, 'Box / Case', { size: 5 })
    .text(380, top + 122, 'Amount / Montant', { size: 5 })
  const codes = [
    ['21', ['Report Code', 'Code du feuillet'], 90],
    ['22', ['Recipient identification number', "Numéro d'identification du bénéficiaire"], 150],
    ['23', ['Recipient type', 'Type de bénéficiaire'], 90],
  ] as const
  let x = 28
  for (const [box, captions, w] of codes) {
    drawCell(
      sheet,
      { box, captions, value: texts[box] ?? '', x, y: top + 142, w, h: style === 'aside' ? 16 : 26, align: 'left' },
      style,
      `${slip}.Box${box}[0]`,
    )
    x += w + 8
  }
  block(
    at,
    'RecipientName',
    "Recipient's name (last name first) and address – Nom, prénom et adresse du bénéficiaire",
    [[person.last, person.first, person.initial].filter(Boolean).join(' ').toUpperCase(), ...person.address],
    28,
    top + 184,
  )
  block(
    at,
    'PayerName',
    "Payer's name and address – Nom et adresse du payeur",
    [payer.name, ...payer.address],
    308,
    top + 184,
  )
  sheet
    .text(28, top + 256, 'Currency and identification codes', { size: 5 })
    .text(28, top + 262, "Codes de devise et d'identification", { size: 5 })
  for (const [i, [box, caption, w]] of (
    [
      ['27', 'Foreign currency / Devises étrangères', 90],
      ['28', 'Transit – Succursale', 90],
      ['29', 'Recipient account / Numéro de compte du bénéficiaire', 140],
    ] as const
  ).entries())
    drawCell(
      sheet,
      {
        box,
        captions: [caption],
        value: texts[box] ?? '',
        x: 150 + i * 100,
        y: top + 268,
        w,
        h: style === 'aside' ? 16 : 24,
        align: 'left',
      },
      style,
      `${slip}.Box${box}[0]`,
    )
  foot(sheet, top + 306, 'T5', year)
}

const t5 =
  (style: Style, copies: number): Draw =>
  (sheet, parties) => {
    const { chance, year, payer, person } = parties
    const look = chance.pick(['commas', 'plain', 'split'] as const)
    const amounts: Record<string, number> = {}
    if (chance.happens(0.75)) amounts['13'] = chance.amount(12, 4000)
    if (chance.happens(0.5) || amounts['13'] === undefined)
      dividends(amounts, chance.amount(40, 9000), ['24', '25', '26'])
    if (chance.happens(0.3)) dividends(amounts, chance.amount(40, 900), ['10', '11', '12'])
    if (chance.happens(0.25)) amounts['18'] = chance.amount(15, 700)
    const texts: Record<string, string> = {
      21: chance.pick(['O', 'O', 'A']),
      22: socialInsuranceNumber(chance, 'blanks'),
      23: '1',
      28: chance.digits(5),
      29: chance.digits(8),
    }
    for (const [box, amount] of Object.entries(amounts)) texts[box] = money(amount, look)
    for (let copy = 0; copy < copies; copy++)
      t5Slip({ sheet, top: 26 + copy * 380, slip: `form1[0].Page1[0].Slip${copy + 1}[0]`, style }, parties, texts)
    const fields: Record<string, string | number> = {
      tax_year: String(year),
      payer_name: payer.name,
      recipient_name: [person.last, person.first, person.initial].filter(Boolean).join(' '),
    }
    const named = {
      24: 'actual_eligible_dividends',
      25: 'taxable_eligible_dividends',
      13: 'interest_from_canadian_sources',
      18: 'capital_gains_dividends',
    }
    for (const [box, name] of Object.entries(named)) if (amounts[box] !== undefined) fields[name] = amounts[box]
    return { document_type: 'T5_TAX_SLIP', fields }
  }

export const t5Slips: Readonly<Record<string, Generator>> = {
  'real-t5-fillable': canadianForm(t5('aside', 2), { fillable: true }),
  'real-t5-flat': canadianForm(t5('corner', 2)),
  'real-t5-caption': canadianForm(t5('caption', 1)),
}
