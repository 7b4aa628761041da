import type { Generator } from '../specimen.ts'
import { canadianForm, type Draw, drawCell, type Parties } from './canadian-form.ts'
import type { FormSheet } from './form-sheet.ts'
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
  sheet
    .text(30, 34, 'Canada Revenue   Agence du revenu', { size: 6 })
    .text(30, 41, 'Agency                    du Canada', { size: 6 })
    .text(582, 36, 'T2202', { size: 16, bold: true, align: 'right' })
  sheet
    .text(306, 40, 'Tuition and Enrolment Certificate', { size: 10, bold: true, align: 'middle' })
    .text(306, 51, "Certificat pour frais de scolarité et d'inscription", { size: 9, align: 'middle' })
  sheet.text(470, 62, 'Year – Année', { size: 6 }).box(510, 54, 60, 14)
  sheet.value('form1[0].Page1[0].Year[0]', String(year), { x: 512, y: 55, w: 56, h: 12 })
  sheet
    .text(30, 62, 'Protected B / Protégé B when completed / une fois rempli', { size: 5.5 })
    .text(30, 78, 'For student / Pour étudiant   1', { size: 7, bold: true })
  sheet
    .text(30, 92, 'Name and address of designated educational institution', { size: 5.5 })
    .text(30, 98, "Nom et adresse de l'établissement d'enseignement agréé", { size: 5.5 })
    .box(28, 101, 270, 50)
  sheet.value('form1[0].Page1[0].InstitutionName[0]', [school, ...payer.address].join('\n'), {
    x: 30,
    y: 102,
    w: 266,
    h: 48,
    size: 8,
    many: true,
  })
  drawCell(
    sheet,
    { box: '11', captions: ['School type', "Type d'école"], value: '1', x: 310, y: 104, w: 60, align: 'left' },
    'aside',
    'form1[0].Page1[0].Box11[0]',
  )
  drawCell(
    sheet,
    {
      box: '12',
      captions: ['Flying school or club', 'École ou club de pilotage'],
      value: '',
      x: 380,
      y: 104,
      w: 70,
      align: 'left',
    },
    'aside',
    'form1[0].Page1[0].Box12[0]',
  )
  drawCell(
    sheet,
    {
      box: '15',
      captions: ['Filer Account Number', 'Numéro de compte du déclarant'],
      value: programAccount(chance, 'RZ', false),
      x: 460,
      y: 104,
      w: 120,
      align: 'left',
    },
    'aside',
    'form1[0].Page1[0].Box15[0]',
  )
  drawCell(
    sheet,
    {
      box: '13',
      captions: ['Name of program or course', 'Nom du programme ou du cours'],
      value: chance.pick(['BSc Biology', 'Nursing', 'Welding Techniques']),
      x: 310,
      y: 138,
      w: 140,
      align: 'left',
    },
    'aside',
    'form1[0].Page1[0].Box13[0]',
  )
  drawCell(
    sheet,
    {
      box: '14',
      captions: ['Student Number', "Numéro d'étudiant"],
      value: chance.digits(8),
      x: 460,
      y: 138,
      w: 120,
      align: 'left',
    },
    'aside',
    'form1[0].Page1[0].Box14[0]',
  )
  sheet.text(30, 168, "Student Name – Nom de l'étudiant", { size: 5.5 }).box(28, 172, 270, 16)
  const name = `${person.first} ${person.last}`
  sheet.value('form1[0].Page1[0].StudentName[0]', name, { x: 30, y: 173, w: 266, h: 14 })
  sheet.text(30, 200, "Student address – Adresse de l'étudiant", { size: 5.5 })
  sheet.value('form1[0].Page1[0].StudentAddress[0]', person.address.join('\n'), {
    x: 30,
    y: 202,
    w: 266,
    h: 40,
    size: 8,
    many: true,
  })
  drawCell(
    sheet,
    {
      box: '17',
      captions: ['Social insurance number (SIN)', "Numéro d'assurance sociale (NAS)"],
      value: socialInsuranceNumber(chance, 'blanks'),
      x: 310,
      y: 180,
      w: 140,
      align: 'left',
    },
    'aside',
    'form1[0].Page1[0].Box17[0]',
  )
  sessionTable(sheet, terms, look)
  sheet.prose(
    28,
    420,
    550,
    'Information for students: See the back of Certificate 1. If you want to transfer all or part of your tuition amount, complete the back of Certificate 2. Renseignements pour les étudiants : Lisez le verso du certificat 1.',
    { size: 6 },
  )
  sheet.text(30, 460, `T2202 (${String(year).slice(2)})`, { size: 7, bold: true })
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

function sessionTable(sheet: FormSheet, terms: readonly Session[], look: 'commas' | 'plain'): void {
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
        sheet.value(`form1[0].Page1[0].Table[0].Row${at + 1}[0].Col${column}[0]`, texts[column] ?? '', {
          x,
          y,
          w,
          h: 17,
          size: 9,
          align: column === 5 ? 'right' : 'middle',
        })
    }
  }
  const sum = (key: 'part' | 'full' | 'fees') => cents(terms.reduce((all, term) => all + term[key], 0))
  sheet.text(180, 368, 'Totals / Totaux', { size: 7, bold: true })
  for (const [box, x, w, text] of [
    ['24', 238, 110, String(sum('part'))],
    ['25', 348, 110, String(sum('full'))],
    ['26', 458, 124, money(sum('fees'), look)],
  ] as const) {
    sheet.box(x, 356, w, 18).text(x + 4, 367, box, { size: 6.5, bold: true })
    sheet.value(`form1[0].Page1[0].Total${box}[0]`, text, {
      x: x + 14,
      y: 356,
      w: w - 16,
      h: 17,
      size: 9,
      align: box === '26' ? 'right' : 'middle',
    })
  }
}

export const t2202Slips: Readonly<Record<string, Generator>> = {
  'real-t2202-fillable': canadianForm(t2202, { fillable: true }),
  'real-t2202-flat': canadianForm(t2202),
}
