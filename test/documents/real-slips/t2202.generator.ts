import type { FormPaper } from '../printer/form-paper.ts'
import type { Generator } from '../specimen.ts'
import { canadianForm, cellsOn, type Draw, type Parties } from './canadian-form.ts'
import { cents, money } from './money.ts'
import { programAccount, socialInsuranceNumber } from './people.ts'

interface Session {
  from: string
  to: string
  part: number
  full: number
  fees: number
}

function sessions({ chance, year }: Parties): Session[] {
  const part = chance.happens(0.3)
  const spans = chance.happens(0.5)
    ? ([
        [1, 4],
        [9, 12],
      ] as const)
    : chance.happens(0.3)
      ? ([
          [1, 4],
          [5, 6],
          [9, 12],
        ] as const)
      : ([[9, 12]] as const)
  const month = (number: number) => `${String(year).slice(2)}/${String(number).padStart(2, '0')}`
  return spans.map(([from, to]) => ({
    from: month(from),
    to: month(to),
    part: part ? to - from + 1 : 0,
    full: part ? 0 : to - from + 1,
    fees: chance.amount(900, 9000),
  }))
}

/** The certificate of tuition: a table of sessions with totals beneath. */
const t2202: Draw = (sheet, parties) => {
  const { chance, year, payer, person } = parties
  const school = `${chance.pick(['Cedar Valley', 'Port Larkin', 'Saint-Aubin'])} ${chance.pick(['College', 'University', 'Polytechnic'])}`
  const terms = sessions(parties)
  const look = chance.pick(['commas', 'plain'] as const)
  const sum = (key: 'part' | 'full' | 'fees') => cents(terms.reduce((all, term) => all + term[key], 0))
  sheet.print`
    34: 30/6 Canada Revenue   Agence du revenu
    41: 30/6 Agency                    du Canada
    36: 582>b/16 T2202
    40: 306^b/10 Tuition and Enrolment Certificate
    51: 306^/9 Certificat pour frais de scolarité et d'inscription
    62: 470/6 Year – Année
    box 510 54 60 14
    value form1[0].Page1[0].Year[0] 512 55 56 12: ${year}
    62: 30/5.5 Protected B / Protégé B when completed / une fois rempli
    78: 30b/7 For student / Pour étudiant   1
    92: 30/5.5 Name and address of designated educational institution
    98: 30/5.5 Nom et adresse de l'établissement d'enseignement agréé
    box 28 101 270 50
    value form1[0].Page1[0].InstitutionName[0] 30 102 266 48/8 many: ${[school, ...payer.address]}
  `
  cellsOn(sheet, 'form1[0].Page1[0]', 'aside')`
    11 310 104 60: School type ¶ Type d'école = 1
    12 380 104 70: Flying school or club ¶ École ou club de pilotage =
    15 460 104 120: Filer Account Number ¶ Numéro de compte du déclarant = ${programAccount(chance, 'RZ', false)}
    13 310 138 140: Name of program or course ¶ Nom du programme ou du cours =
    & ${chance.pick(['BSc Biology', 'Nursing', 'Welding Techniques'])}
    14 460 138 120: Student Number ¶ Numéro d'étudiant = ${chance.digits(8)}
  `
  sheet.text(30, 168, "Student Name – Nom de l'étudiant", { size: 5.5 }).box(28, 172, 270, 16)
  const name = `${person.first} ${person.last}`
  sheet.print`
    value form1[0].Page1[0].StudentName[0] 30 173 266 14: ${name}
    200: 30/5.5 Student address – Adresse de l'étudiant
    value form1[0].Page1[0].StudentAddress[0] 30 202 266 40/8 many: ${person.address}
  `
  cellsOn(sheet, 'form1[0].Page1[0]', 'aside')`
    17 310 180 140: Social insurance number (SIN) ¶ Numéro d'assurance sociale (NAS) =
    & ${socialInsuranceNumber(chance, 'blanks')}
  `
  sessionTable(sheet, terms, look)
  sheet.print`
    420 step 7.2: 28<550/6 Information for students: See the back of Certificate 1. If you want to transfer all or
    & part of your tuition amount, complete the back of Certificate 2. Renseignements pour les étudiants : Lisez le
    & verso du certificat 1.
    460: 30b/7 T2202 (${String(year).slice(2)})
  `
  const fields: Record<string, string | number> = {
    tax_year: String(year),
    institution_name: school,
    student_name: name,
    eligible_tuition_fees: sum('fees'),
    part_time_months: sum('part'),
    full_time_months: sum('full'),
  }
  return { document_type: 'T2202_TAX_SLIP', fields }
}

const COLUMNS = [
  ['', ['Session periods', "Périodes d'études"], 28, 70],
  ['19', ['From YY/MM', 'De AA/MM'], 98, 70],
  ['20', ['To YY/MM', 'À AA/MM'], 168, 70],
  ['21', ['Number of months part-time', 'Nombre de mois à temps partiel'], 238, 110],
  ['22', ['Number of months full-time', 'Nombre de mois à temps plein'], 348, 110],
  [
    '23',
    ['Eligible tuition fees, part-time and full-time', 'Frais de scolarité admissibles (temps partiel/plein)'],
    458,
    124,
  ],
] as const

function sessionTable(sheet: FormPaper, terms: readonly Session[], look: 'commas' | 'plain'): void {
  for (const [box, captions, x, w] of COLUMNS) {
    sheet.box(x, 260, w, 24)
    sheet.text(x + 4, 269, box, { size: 6.5, bold: true }).lines(x + 16, 267, captions, { size: 4.4 })
  }
  for (let at = 0; at < 4; at++) {
    const [term, y] = [terms[at], 284 + at * 18]
    const texts = term
      ? [String(at + 1), term.from, term.to, String(term.part), String(term.full), money(term.fees, look)]
      : [String(at + 1), '', '', '', '', '']
    for (const [column, [, , x, w]] of COLUMNS.entries()) {
      sheet.box(x, y, w, 18)
      if (column === 0) sheet.text(x + 30, y + 12, texts[0] ?? '', { size: 8 })
      else
        sheet.at(x, y)`
          value form1[0].Page1[0].Table[0].Row${at + 1}[0].Col${column}[0] 0 0 ${w}
          & 17${column === 5 ? '>' : '^'}/9: ${texts[column] ?? ''}
        `
    }
  }
  const sum = (key: 'part' | 'full' | 'fees') => cents(terms.reduce((all, term) => all + term[key], 0))
  sheet.text(180, 368, 'Totals / Totaux', { size: 7, bold: true })
  for (const [box, x, w, text] of [
    ['24', 238, 110, String(sum('part'))],
    ['25', 348, 110, String(sum('full'))],
    ['26', 458, 124, money(sum('fees'), look)],
  ] as const) {
    sheet.at(x, 0)`
      box 0 356 ${w} 18
      367: 4b/6.5 ${box}
      value form1[0].Page1[0].Total${box}[0] 14 356 ${w - 16} 17${box === '26' ? '>' : '^'}/9: ${text}
    `
  }
}

export const t2202Slips: Readonly<Record<string, Generator>> = {
  'real-t2202-fillable': canadianForm(t2202, { fillable: true }),
  'real-t2202-flat': canadianForm(t2202),
}
