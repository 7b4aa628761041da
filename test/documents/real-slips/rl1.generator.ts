import type { Chance } from '../chance.ts'
import { FormPaper } from '../printer/form-paper.ts'
import type { Generator, Truth } from '../specimen.ts'
import { drawCell, type Style } from './canadian-form.ts'
import { cents } from './money.ts'
import { fullName, printed, type Worker, worker } from './t4-worker.ts'

/** Case of the Relevé 1, where its amount comes from, and its caption. */
const CASES = [
  ['A', '14', "Revenus d'emploi"],
  ['B', '17', 'Cotisation au RRQ'],
  ['B.B', '17A', 'Cotisation supplémentaire au RRQ'],
  ['C', '18', "Cotisation à l'assurance emploi"],
  ['D', '20', 'Cotisation à un RPA'],
  ['E', '22', 'Impôt du Québec retenu'],
  ['F', '44', 'Cotisation syndicale'],
  ['G', '26', 'Salaire admissible au RRQ'],
  ['H', '55', 'Cotisation au RQAP'],
  ['I', '56', 'Salaire admissible au RQAP'],
  ['J', '', "Régime privé d'ass. maladie"],
  ['K', '', 'Voyages (région éloignée)'],
  ['L', '', 'Autres avantages'],
  ['M', '', 'Commissions'],
  ['N', '46', 'Dons de bienfaisance'],
  ['O', '', 'Autres revenus'],
  ['P', '', "Rég. d'ass. interentreprises"],
  ['Q', '', 'Salaires différés'],
  ['R', '', 'Revenu « situé » dans une réserve'],
  ['S', '', 'Pourboires reçus'],
  ['T', '', 'Pourboires attribués'],
  ['U', '', 'Retraite progressive'],
  ['V', '', 'Nourriture et logement'],
  ['W', '', 'Véhicule à moteur'],
] as const

const FIELDS = {
  A: 'employment_income',
  B: 'qpp_contributions',
  C: 'ei_premiums',
  D: 'rpp_contributions',
  E: 'income_tax_deducted',
  F: 'union_dues',
  H: 'qpip_premiums',
} as const

function truth(slip: Worker): Truth {
  const fields: Truth['fields'] = {
    tax_year: String(slip.year),
    employer_name: slip.employer.name,
    employee_name: fullName(slip.employee),
  }
  for (const [letter, box] of CASES) {
    const amount = slip.amounts[box]
    if (letter in FIELDS && amount !== undefined) fields[FIELDS[letter as keyof typeof FIELDS]] = amount
  }
  return { document_type: 'RL1_TAX_SLIP', fields, risk: 'clean' }
}

function drawRl1(sheet: FormPaper, top: number, copy: number, slip: Worker, style: Style): void {
  const name = (box: string) => `form1[0].Page1[0].Releve${copy}[0].${box}[0]`
  const { employer, employee, year } = slip
  sheet.at(0, top)`
    8: 30b/8 Revenu Québec | 582>b/9 RL-1
    10: 200b/13 RELEVÉ 1
    20: 200/8 Revenus d'emploi et revenus divers
    6: 390/5 Année
    value ${name('Annee')} 388 8 44 14/10: ${year}
    6: 440/5 Code du relevé
    value ${name('CodeReleve')} 440 8 40 14: R
    6: 490/5 N° du dernier relevé transmis
  `
  for (const [at, [letter, box, caption]] of CASES.entries()) {
    const shown = letter === 'B' && year >= 2024 ? 'B.A' : letter
    if (letter === 'B.B' && year < 2024) continue
    const [x, y] = [28 + (at % 6) * 92, top + 38 + Math.floor(at / 6) * 34]
    const captions = style === 'caption' ? [`– ${caption}`] : [caption]
    drawCell(
      sheet,
      { box: shown, captions, value: box ? printed(slip, box) : '', x, y, w: 91 },
      style,
      name(`Case${letter}`),
    )
  }
  sheet
    .text(30, top + 184, 'Renseignements complémentaires', { size: 5.5 })
    .text(30, top + 216, 'Code (case O)', { size: 5.5 })
  sheet
    .text(30, top + 232, 'Nom de famille, prénom et adresse du particulier', { size: 5.5 })
    .box(28, top + 235, 260, 68)
  const person = [
    `${employee.last}, ${[employee.first, employee.initial].filter(Boolean).join(' ')}`,
    ...employee.address,
  ]
  sheet.value(name('Particulier'), person.join('\n'), { x: 30, y: top + 236, w: 256, h: 66, size: 8.5, many: true })
  sheet.text(310, top + 188, "Numéro d'assurance sociale du particulier", { size: 5.5 })
  sheet.value(name('NAS'), slip.sin, { x: 310, y: top + 192, w: 120, h: 14 })
  sheet.text(450, top + 188, 'Numéro de référence (facultatif)', { size: 5.5 })
  sheet.at(0, top)`
    232: 310/5.5 Nom et adresse de l'employeur ou du payeur
    box 308 235 272 68
    value ${name('Employeur')} 310 236 268 66/8.5 many: ${[employer.name, ...employer.address]}
  `
  sheet
    .text(28, top + 316, `RL-1 (${year}-10)`, { size: 6 })
    .text(
      306,
      top + 316,
      `${copy === 0 ? '2 – Copie du particulier (à joindre à la déclaration)' : '4 – Copie du particulier (à conserver)'}`,
      { size: 6, align: 'middle' },
    )
  sheet.text(582, top + 316, 'Formulaire prescrit – Président-directeur général', { size: 5.5, align: 'right' })
}

function rl1(style: Style, fillable: boolean): Generator {
  return async (chance: Chance) => {
    const slip = worker(
      chance,
      [2019, 2020, 2021, 2022, 2023, 2024, 2025],
      chance.pick(['french', 'plain', 'split', 'commas']),
      'QC',
    )
    slip.amounts['22'] = cents((slip.amounts['14'] ?? 0) * chance.amount(0.1, 0.2))
    const sheet = await FormPaper.open({ fillable })
    for (let copy = 0; copy < 2; copy++) drawRl1(sheet, 28 + copy * 370, copy, slip, style)
    return { name: 'real-rl1', bytes: await sheet.save(), truth: truth(slip) }
  }
}

export const rl1Slips: Readonly<Record<string, Generator>> = {
  'real-rl1-fillable': rl1('caption', true),
  'real-rl1-flat': rl1('caption', false),
  'real-rl1-corner': rl1('corner', false),
}
