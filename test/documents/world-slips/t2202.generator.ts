import type { Chance } from '../chance.ts'
import { FormPaper } from '../printer/form-paper.ts'
import { split } from '../printer/lists.ts'
import { cents, money } from '../real-slips/money.ts'
import { fullName } from '../real-slips/t4-worker.ts'
import type { Generator } from '../specimen.ts'
import { canadianPerson } from './slip-people.ts'

const SCHOOLS = ['Bow Valley Polytechnic', 'Université de Saint-Germain', 'Lakehead Shores College\nof Applied Arts']

interface Study {
  school: string
  student: ReturnType<typeof canadianPerson>
  year: number
  sessions: { from: string; to: string; part: number; full: number; fees: number }[]
}

function study(chance: Chance): Study {
  const year = chance.whole(2019, 2025)
  const yy = String(year).slice(2)
  const sessions = [
    ['01', '04'],
    ['05', '08'],
    ['09', '12'],
  ]
    .slice(chance.whole(0, 1))
    .map(([from, to]) => {
      const full = chance.happens(0.7) ? 4 : 0
      return { from: `${yy}/${from}`, to: `${yy}/${to}`, part: full ? 0 : 4, full, fees: chance.amount(300, 6500) }
    })
  return { school: chance.pick(SCHOOLS), student: canadianPerson(chance), year, sessions }
}

const total = (sessions: Study['sessions'], key: 'part' | 'full' | 'fees') =>
  cents(sessions.reduce((sum, row) => sum + row[key], 0))

/** The agency's certificate: sessions in rows with the months and fees in numbered columns and their totals below. */
function certificate(paper: FormPaper, { school, student, year, sessions }: Study): void {
  paper.print`
    30: 30/6.5 Canada Revenue ¶ Agency
    34: 306^b/13 Tuition and Enrolment Certificate
    46: 306^/9 Certificat pour frais de scolarité et d'inscription
    34: 582>b/13 T2202
    60: 440/6 Year / Année
    box 490 50 50 15
    61: 498/10 ${year}
    box 28 70 300 56
    77: 31/5.5 Name and address of designated educational institution
    90: 34/9 ${school.split('\n')} ¶ 100 College Drive ¶ Thunder Bay ON  P7B 5E1
    box 28 130 300 56
    137: 31/5.5 Name and address of student
    150: 34/9 ${fullName(student)} ¶ ${student.address}
    box 334 70 250 28
    77: 337/5.5 13  Name of program or course
    92: 340/9 Bachelor of Commerce
    box 334 98 124 28
    105: 337/5.5 14  Student number
    120: 340/9 100 482 117
  `
  const xs = [28, 120, 212, 304, 398, 584]
  const heads = split`
    19  Session start date YY/MM | 20  Session end date YY/MM | 21  Number of months part-time
    | 22  Number of months full-time | 23  Eligible tuition fees, part-time and full-time sessions
  `
  for (const [at, head] of heads.entries())
    paper
      .box(xs[at] as number, 196, (xs[at + 1] as number) - (xs[at] as number), 24)
      .text((xs[at] as number) + 3, 206, head, { size: 5.5 })
  for (const [at, row] of sessions.entries()) {
    const y = 220 + at * 18
    for (const [column, value] of [
      row.from,
      row.to,
      String(row.part || ''),
      String(row.full || ''),
      money(row.fees, 'commas'),
    ].entries()) {
      const [x, next] = [xs[column] as number, xs[column + 1] as number]
      paper.box(x, y, next - x, 18)
      if (column === 4) paper.text(next - 6, y + 13, value, { size: 9, align: 'right' })
      else paper.text((x + next) / 2, y + 13, value, { size: 9, align: 'middle' })
    }
  }
  const y = 220 + sessions.length * 18
  paper.text(206, y + 13, 'Totals / Totaux', { size: 8, bold: true, align: 'right' })
  const sums: [string, string, number, number][] = [
    ['24', String(total(sessions, 'part')), 212, 304],
    ['25', String(total(sessions, 'full')), 304, 398],
    ['26', money(total(sessions, 'fees'), 'commas'), 398, 584],
  ]
  for (const [box, value, x, next] of sums)
    paper
      .box(x, y, next - x, 18)
      .text(x + 3, y + 7, box, { size: 6, bold: true })
      .text(next - 6, y + 13, value, { size: 9, align: 'right' })
  paper.text(30, y + 60, 'T2202 E (19)', { size: 6.5 })
}

/** A registrar's print of the same facts, one under the other. */
function registrar(paper: FormPaper, { school, student, year, sessions }: Study): void {
  paper
    .lines(36, 40, school.split('\n'), { size: 14, bold: true, family: 'serif' })
    .text(36, 76, `T2202 Tuition and Enrolment Certificate for ${year}`, { size: 11, family: 'serif' })
  paper
    .text(36, 100, `Student: ${fullName(student)}`, { size: 9, family: 'serif' })
    .text(36, 114, `Institution: ${school.replace('\n', ' ')}`, { size: 9, family: 'serif' })
  const x = [36, 150, 290, 420, 560]
  for (const [at, head] of ['Session', 'Part-time months', 'Full-time months', 'Eligible tuition fees'].entries())
    paper.at(x[at + (at > 0 ? 1 : 0)] as number, 0)`
      144: 0${at === 0 ? '' : '>'}bs/8.5 ${head}
    `
  const rows = [
    ...sessions.map((row) => [`${row.from} - ${row.to}`, row.part, row.full, money(row.fees, 'dollar')]),
    ['Total', total(sessions, 'part'), total(sessions, 'full'), money(total(sessions, 'fees'), 'dollar')],
  ]
  for (const [at, row] of rows.entries())
    for (const [column, value] of row.entries())
      paper.at(x[column + (column > 0 ? 1 : 0)] as number, at * 15)`
        160: 0${column === 0 ? '' : '>'}s/9 ${value}
      `
}

function tuition(name: string, draw: (paper: FormPaper, study: Study) => void): Generator {
  return async (chance) => {
    const paper = await FormPaper.open({ leading: 1.2 })
    const facts = study(chance)
    draw(paper, facts)
    const fields = {
      tax_year: String(facts.year),
      institution_name: facts.school.replace('\n', ' '),
      student_name: fullName(facts.student),
      eligible_tuition_fees: total(facts.sessions, 'fees'),
      part_time_months: total(facts.sessions, 'part'),
      full_time_months: total(facts.sessions, 'full'),
    }
    return { name, bytes: await paper.save(), truth: { document_type: 'T2202_TAX_SLIP', fields, risk: 'clean' } }
  }
}

export const t2202: Readonly<Record<string, Generator>> = {
  'slip-t2202-certificate': tuition('slip-t2202-certificate', certificate),
  'slip-t2202-registrar': tuition('slip-t2202-registrar', registrar),
}
