import type { Chance } from '../chance.ts'
import type { Generator } from '../specimen.ts'
import { pad, paper } from './book.ts'
import { HANDS } from './hand.ts'
import { firm, person, place } from './people.ts'
import { day, de, en, fr } from './print.ts'
import { Sheet } from './sheet.ts'

const dated = (chance: Chance) => `${chance.whole(2019, 2025)}-${pad(chance.whole(1, 12))}-${pad(chance.whole(1, 28))}`
const usd = (amount: number) => `$${en(amount)}`

/** A verification with its facts in a table under a sentence. */
export const verificationTable: Generator = async (chance) => {
  const [name, employer, date, income] = [
    person(chance),
    firm(chance, 'Group'),
    dated(chance),
    chance.whole(42, 160) * 1_000,
  ]
  const sheet = await Sheet.open(chance, { size: 'letter', text: 10.5, hands: [HANDS.office, HANDS.typesetter] })
  sheet.at(72, 72, employer, { size: 15, bold: true }).stack(72, 88, place(chance, 'us'), { size: 8 })
  sheet.at(72, 140, day(date, 'MMMM D, YYYY')).at(72, 170, 'RE: Employment Verification', { bold: true })
  const y = sheet.prose(
    72,
    196,
    460,
    `To whom it may concern: the information below is given at the request of our employee and is taken from our records.`,
  )
  sheet.pairs(
    90,
    260,
    y + 14,
    [
      ['Employee name', name],
      ['Position', 'Logistics Coordinator'],
      ['Date of hire', '06/12/2017'],
      ['Employment status', 'Full time, active'],
      ['Annual base salary', usd(income)],
      ['Pay frequency', 'Bi-weekly'],
    ],
    { lead: 18 },
  )
  sheet.stack(72, y + 160, ['Sincerely,', '', '', 'Renata Sokolow', 'People Operations', employer])
  return paper('verification-table', sheet, 'INCOME_LETTER', {
    employee_name: name,
    employer_name: employer,
    letter_date: date,
    gross_income: income,
    pay_frequency: 'Bi-weekly',
  })
}

/** Hourly pay in running text, no table, the signature at the foot names the firm. */
export const verificationHourly: Generator = async (chance) => {
  const [name, employer, date, rate] = [
    person(chance),
    firm(chance, 'Co-operative'),
    dated(chance),
    chance.amount(17, 48),
  ]
  const sheet = await Sheet.open(chance, {
    size: 'letter',
    face: 'serif',
    text: 12,
    hands: [HANDS.office, HANDS.plain, HANDS.letters],
  })
  sheet.row(70, [[-540, day(date, 'MMMM D, YYYY')]])
  let y = sheet.stack(72, 110, ['To Whom It May Concern,', ''])
  y = sheet.prose(
    72,
    y,
    468,
    `Please accept this letter as confirmation that ${name} has been employed with ${employer} since March 4, 2016. ${name.split(' ')[0]} currently holds the position of Warehouse Lead on a permanent full-time basis, working 40 hours per week at a rate of ${usd(rate)} per hour.`,
  )
  y = sheet.prose(
    72,
    y + 12,
    468,
    'Should you require any further information, please do not hesitate to contact me at 204-555-0155.',
  )
  sheet.stack(72, y + 16, ['Yours truly,', '', '', 'Colin Ferrier', 'Controller', employer])
  return paper(
    'verification-hourly',
    sheet,
    'INCOME_LETTER',
    { employee_name: name, employer_name: employer, letter_date: date, gross_income: rate },
    ['pay_frequency'],
  )
}

/** Quebec: an attestation in French. */
export const attestationEmploi: Generator = async (chance) => {
  const [name, employer, date, income] = [
    person(chance, 'fr'),
    firm(chance, 'inc.'),
    dated(chance),
    chance.whole(38, 120) * 1_000,
  ]
  const sheet = await Sheet.open(chance, { size: 'letter', text: 11, hands: [HANDS.office, HANDS.plain] })
  sheet.at(72, 64, employer, { bold: true, size: 14 }).stack(72, 80, place(chance, 'caFr'), { size: 8 })
  sheet.at(72, 130, `Québec, le ${day(date, 'D MMMM YYYY', 'fr')}`)
  sheet.at(72, 164, 'Objet : Attestation d’emploi et de revenu', { bold: true })
  let y = sheet.stack(72, 196, ['À qui de droit,', ''])
  y = sheet.prose(
    72,
    y,
    468,
    `La présente atteste que ${name} est à l’emploi de ${employer} depuis le 9 janvier 2015 à titre de technicienne en comptabilité. Il s’agit d’un poste permanent à temps plein. Son salaire annuel brut est de ${fr(income)} $.`,
  )
  y = sheet.prose(72, y + 12, 468, 'N’hésitez pas à communiquer avec nous pour tout renseignement supplémentaire.')
  sheet.stack(72, y + 16, [
    'Veuillez agréer nos salutations distinguées,',
    '',
    '',
    'Luc Dallaire',
    'Directeur des ressources humaines',
  ])
  return paper(
    'attestation-emploi',
    sheet,
    'INCOME_LETTER',
    { employee_name: name, employer_name: employer, letter_date: date, gross_income: income },
    ['pay_frequency'],
  )
}

/** France: an employer's attestation with the monthly gross. */
export const attestationEmployeur: Generator = async (chance) => {
  const [name, employer, date, income] = [
    `${chance.pick(['Madame', 'Monsieur'])} ${person(chance, 'fr')}`,
    firm(chance, 'SARL'),
    dated(chance),
    chance.amount(1_900, 5_200),
  ]
  const sheet = await Sheet.open(chance, { text: 10.5, hands: [HANDS.browser, HANDS.typesetter] })
  sheet.stack(60, 60, [employer, ...place(chance, 'fr'), `SIRET ${chance.digits(14)}`])
  sheet.centre(160, 'ATTESTATION D’EMPLOI', { bold: true, size: 14 })
  const y = sheet.prose(
    60,
    200,
    470,
    `Je soussigné, Henri Colin, agissant en qualité de gérant de la société ${employer}, certifie que ${name} est employé au sein de notre entreprise en contrat à durée indéterminée depuis le 2 mai 2018 et perçoit un salaire mensuel brut de ${fr(income)} €.`,
  )
  sheet.stack(60, y + 30, [
    'Attestation établie pour servir et valoir ce que de droit.',
    '',
    `Fait à Lyon, le ${day(date, 'DD/MM/YYYY')}`,
    '',
    'Henri Colin',
  ])
  return paper(
    'attestation-employeur',
    sheet,
    'INCOME_LETTER',
    { employee_name: name, employer_name: employer, letter_date: date, gross_income: income },
    ['pay_frequency'],
  )
}

/** A social insurance award: what is paid from when on, with deductions below. */
export const awardLetter: Generator = async (chance) => {
  const [name, date, income] = [person(chance).toUpperCase(), dated(chance), chance.amount(900, 2_900)]
  const sheet = await Sheet.open(chance, { size: 'letter', face: 'mono', text: 10, hands: [HANDS.plain, HANDS.report] })
  sheet
    .at(60, 60, 'Social Insurance Agency', { size: 14, bold: true })
    .at(60, 78, 'Benefit Verification Letter', { bold: true })
  sheet.row(110, [[330, `Date: ${day(date, 'MMMM D, YYYY')}`]]).row(124, [[330, `BNC#: 23BC${chance.digits(9)}`]])
  sheet.stack(60, 150, [name, ...place(chance, 'us').map((line) => line.toUpperCase())])
  let y = sheet.prose(
    60,
    230,
    490,
    'You asked us for information from your record. The information that you requested is shown below.',
  )
  sheet.at(60, y + 14, 'Information About Current Benefits', { bold: true })
  y = sheet.prose(
    60,
    y + 34,
    490,
    `Beginning December ${Number(date.slice(0, 4)) - 1}, the full monthly benefit before any deductions is ${usd(income)}.`,
  )
  y = sheet.prose(60, y + 10, 490, `We deduct $174.70 for medical insurance premiums each month.`)
  sheet.prose(
    60,
    y + 10,
    490,
    `The regular monthly payment is ${usd(income - 174.7)}. (We must round down to the whole dollar.)`,
  )
  return paper(
    'award-letter',
    sheet,
    'INCOME_LETTER',
    { employee_name: name, employer_name: 'Social Insurance Agency', letter_date: date, gross_income: income },
    ['employer_name', 'pay_frequency'],
  )
}

/** A British state pension: weekly, with the parts that make it in a list. */
export const statePension: Generator = async (chance) => {
  const [name, date, income] = [
    `${chance.pick(['Mr', 'Mrs'])} ${person(chance)}`,
    dated(chance),
    chance.amount(140, 221),
  ]
  const sheet = await Sheet.open(chance, { text: 11, hands: [HANDS.office, HANDS.plain] })
  sheet.row(60, [[-540, 'Pensions and Benefits Service']], { bold: true, size: 13 })
  sheet.stack(60, 100, [name, ...place(chance, 'uk')])
  sheet.pairs(330, 420, 100, [
    ['Our ref:', `QQ ${chance.digits(2)} ${chance.digits(2)} ${chance.digits(2)} C`],
    ['Date:', day(date, 'D MMMM YYYY')],
  ])
  sheet
    .at(60, 200, `Dear ${name.split(' ')[0]} ${name.split(' ').at(-1)}`)
    .at(60, 224, 'About your State Pension', { bold: true, size: 13 })
  const y = sheet.prose(
    60,
    248,
    470,
    `We are writing to tell you about the general increase in benefits. From ${day(date, 'D MMMM YYYY')} your State Pension will be £${en(income)} a week.`,
  )
  sheet.pairs(60, 420, y + 20, [
    ['Basic State Pension', `£${en(income - 20)}`],
    ['Additional State Pension', '£20.00'],
    ['Total each week', `£${en(income)}`],
  ])
  return paper(
    'state-pension',
    sheet,
    'INCOME_LETTER',
    { employee_name: name, employer_name: 'Pensions and Benefits Service', letter_date: date, gross_income: income },
    ['employer_name', 'pay_frequency'],
  )
}

/** Canada: an old age benefit, bilingual head, amounts in a list. */
export const oldAge: Generator = async (chance) => {
  const [name, date, income] = [person(chance).toUpperCase(), dated(chance), chance.amount(613, 1_400)]
  const sheet = await Sheet.open(chance, { size: 'letter', text: 10, hands: [HANDS.plain, HANDS.browser] })
  sheet.row(
    50,
    [
      [60, 'Income Security Programs'],
      [330, 'Programmes de la sécurité du revenu'],
    ],
    { bold: true },
  )
  sheet.stack(60, 90, [name, ...place(chance, 'ca').map((line) => line.toUpperCase())])
  sheet.row(90, [[400, `Date: ${date}`]]).row(104, [[400, 'Client: XXX XXX ***']])
  let y = sheet.prose(
    60,
    180,
    490,
    `Dear ${name}: This is to confirm the amount of your Old Age Security pension. Your gross monthly amount is made up of the following:`,
  )
  y = sheet.pairs(80, 420, y + 12, [
    ['Old Age Security pension', usd(income - 100)],
    ['Guaranteed Income Supplement', usd(100)],
    ['Gross monthly amount', usd(income)],
  ])
  sheet.prose(
    60,
    y + 16,
    490,
    'You must report your benefits as income when you file your return. Keep this letter for your records.',
  )
  return paper('old-age', sheet, 'INCOME_LETTER', { employee_name: name, letter_date: date, gross_income: income }, [
    'employer_name',
    'pay_frequency',
  ])
}

/** Germany: an employer's certificate of earnings. */
export const verdienst: Generator = async (chance) => {
  const [name, employer, date, income] = [
    person(chance, 'de'),
    firm(chance, 'GmbH'),
    dated(chance),
    chance.amount(2_400, 6_900),
  ]
  const sheet = await Sheet.open(chance, { text: 10.5, hands: [HANDS.office, HANDS.plain] })
  sheet.stack(60, 60, [employer, ...place(chance, 'de')])
  sheet.row(130, [[-540, `Kassel, den ${day(date, 'DD.MM.YYYY')}`]])
  sheet.at(60, 170, 'Verdienstbescheinigung', { bold: true, size: 14 })
  const y = sheet.prose(
    60,
    200,
    470,
    `Hiermit bestätigen wir, dass ${name} seit dem 01.09.2014 in unserem Unternehmen unbefristet beschäftigt ist. Das monatliche Bruttogehalt beträgt ${de(income)} EUR.`,
  )
  sheet.stack(60, y + 30, ['Mit freundlichen Grüßen', '', employer, 'Personalabteilung'])
  return paper(
    'verdienst',
    sheet,
    'INCOME_LETTER',
    { employee_name: name, employer_name: employer, letter_date: date, gross_income: income },
    ['pay_frequency'],
  )
}

/** The Netherlands: an employer's declaration as a form with numbered questions. */
export const werkgever: Generator = async (chance) => {
  const [name, employer, date, income] = [
    person(chance, 'nl'),
    firm(chance, 'B.V.'),
    dated(chance),
    chance.amount(28_000, 74_000),
  ]
  const sheet = await Sheet.open(chance, { hands: [HANDS.browser, HANDS.report] })
  sheet.at(40, 50, 'Werkgeversverklaring', { bold: true, size: 16 })
  let y = sheet.pairs(
    40,
    230,
    90,
    [
      ['Gegevens werkgever', ''],
      ['Naam werkgever', employer],
      ['Adres', place(chance, 'nl').join(', ')],
      ['Gegevens werknemer', ''],
      ['Naam werknemer', name],
      ['Geboortedatum', '14-02-1986'],
      ['In dienst sinds', '01-04-2017'],
      ['Functie', 'Planner'],
    ],
    { lead: 18 },
  )
  y = sheet.pairs(
    40,
    230,
    y + 12,
    [
      ['Bruto jaarsalaris', `€ ${de(income)}`],
      ['Vakantietoeslag', `€ ${de(income * 0.08)}`],
      ['Onregelmatigheidstoeslag', '€ 0,00'],
    ],
    { lead: 18 },
  )
  sheet.pairs(
    40,
    230,
    y + 12,
    [
      ['Naam ondertekenaar', 'W. Kramer'],
      ['Getekend te', 'Zwolle'],
      ['Datum', day(date, 'DD-MM-YYYY')],
    ],
    { lead: 18 },
  )
  return paper(
    'werkgever',
    sheet,
    'INCOME_LETTER',
    { employee_name: name, employer_name: employer, letter_date: date, gross_income: income },
    ['pay_frequency'],
  )
}
