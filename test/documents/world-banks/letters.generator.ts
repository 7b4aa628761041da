import type { Chance } from '../chance.ts'
import { Sheet } from '../printer/sheet.ts'
import type { Generator } from '../specimen.ts'
import { pad } from './book.ts'
import { firm, person, place } from './people.ts'
import { day, de, en, fr } from './print.ts'

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
  const sheet = await Sheet.open(chance, 'letter 10.5 office|typesetter')
  sheet.print`
    72: 72b/15 ${employer}
    88: 72/8 ${place(chance, 'us')}
    140: 72 ${day(date, 'MMMM D, YYYY')}
    170: 72b RE: Employment Verification
    y = 196: 72<460 To whom it may concern: the information below is given at the request of our employee and is
      & taken from our records.
    list y+14 step 18: 90 | 260
    - Employee name | ${name}
    - Position | Logistics Coordinator
    - Date of hire | 06/12/2017
    - Employment status | Full time, active
    - Annual base salary | ${usd(income)}
    - Pay frequency | Bi-weekly
    y+160: 72 Sincerely, ¶  ¶  ¶ Renata Sokolow ¶ People Operations ¶ ${employer}
  `
  return sheet.says`INCOME_LETTER world-verification-table
    employee_name ${name} | employer_name ${employer} | letter_date ${date} | gross_income ${income}
      | pay_frequency Bi-weekly
    optional`
}

/** Hourly pay in running text, no table, the signature at the foot names the firm. */
export const verificationHourly: Generator = async (chance) => {
  const [name, employer, date, rate] = [
    person(chance),
    firm(chance, 'Co-operative'),
    dated(chance),
    chance.amount(17, 48),
  ]
  const sheet = await Sheet.open(chance, 'letter serif 12 office|plain|browserLetters')
  sheet.print`
    70: 540> ${day(date, 'MMMM D, YYYY')}
    y = 110: 72 To Whom It May Concern, ¶
    y = y: 72<468 Please accept this letter as confirmation that ${name} has been employed with ${employer} since
      & March 4, 2016. ${name.split(' ')[0]} currently holds the position of Warehouse Lead on a permanent
      & full-time basis, working 40 hours per week at a rate of ${usd(rate)} per hour.
    y = y+12: 72<468 Should you require any further information, please do not hesitate to contact me at 204-555-0155.
    y+16: 72 Yours truly, ¶  ¶  ¶ Colin Ferrier ¶ Controller ¶ ${employer}
  `
  return sheet.says`INCOME_LETTER world-verification-hourly
    employee_name ${name} | employer_name ${employer} | letter_date ${date} | gross_income ${rate}
    optional pay_frequency`
}

/** Quebec: an attestation in French. */
export const attestationEmploi: Generator = async (chance) => {
  const [name, employer, date, income] = [
    person(chance, 'fr'),
    firm(chance, 'inc.'),
    dated(chance),
    chance.whole(38, 120) * 1_000,
  ]
  const sheet = await Sheet.open(chance, 'letter 11 office|plain')
  sheet.print`
    64: 72b/14 ${employer}
    80: 72/8 ${place(chance, 'caFr')}
    130: 72 Québec, le ${day(date, 'D MMMM YYYY', 'fr')}
    164: 72b Objet : Attestation d’emploi et de revenu
    y = 196: 72 À qui de droit, ¶
    y = y: 72<468 La présente atteste que ${name} est à l’emploi de ${employer} depuis le 9 janvier 2015 à titre de
      & technicienne en comptabilité. Il s’agit d’un poste permanent à temps plein. Son salaire annuel brut est de
      & ${fr(income)} $.
    y = y+12: 72<468 N’hésitez pas à communiquer avec nous pour tout renseignement supplémentaire.
    y+16: 72 Veuillez agréer nos salutations distinguées, ¶  ¶  ¶ Luc Dallaire ¶ Directeur des ressources humaines
  `
  return sheet.says`INCOME_LETTER world-attestation-emploi
    employee_name ${name} | employer_name ${employer} | letter_date ${date} | gross_income ${income}
    optional pay_frequency`
}

/** France: an employer's attestation with the monthly gross. */
export const attestationEmployeur: Generator = async (chance) => {
  const [name, employer, date, income] = [
    person(chance, 'fr'),
    firm(chance, 'SARL'),
    dated(chance),
    chance.amount(1_900, 5_200),
  ]
  const sheet = await Sheet.open(chance, '10.5 browser|typesetter')
  sheet.print`
    60: 60 ${employer} ¶ ${place(chance, 'fr')} ¶ SIRET ${chance.digits(14)}
    160: 297.5^b/14 ATTESTATION D’EMPLOI
    y = 200: 60<470 Je soussigné, Henri Colin, agissant en qualité de gérant de la société ${employer}, certifie
      & que ${chance.pick(['Madame', 'Monsieur'])} ${name} est employé au sein de notre entreprise en contrat à durée
      & indéterminée depuis le 2 mai 2018 et
      & perçoit un salaire mensuel brut de ${fr(income)} €.
    y+30: 60 Attestation établie pour servir et valoir ce que de droit. ¶
      ¶ Fait à Lyon, le ${day(date, 'DD/MM/YYYY')} ¶  ¶ Henri Colin
  `
  return sheet.says`INCOME_LETTER world-attestation-employeur
    employee_name ${name} | employer_name ${employer} | letter_date ${date} | gross_income ${income}
    optional pay_frequency`
}

/** A social insurance award: what is paid from when on, with deductions below. */
export const awardLetter: Generator = async (chance) => {
  const [name, date, income] = [person(chance).toUpperCase(), dated(chance), chance.amount(900, 2_900)]
  const sheet = await Sheet.open(chance, 'letter mono 10 plain|report')
  sheet.print`
    60: 60b/14 Social Insurance Agency
    78: 60b Benefit Verification Letter
    110: 330 Date: ${day(date, 'MMMM D, YYYY')}
    124: 330 BNC#: 23BC${chance.digits(9)}
    150: 60 ${name} ¶ ${place(chance, 'us').map((line) => line.toUpperCase())}
    y = 230: 60<490 You asked us for information from your record. The information that you requested is shown below.
    y+14: 60b Information About Current Benefits
    y = y+34: 60<490 Beginning December ${Number(date.slice(0, 4)) - 1}, the full monthly benefit before any
      & deductions is ${usd(income)}.
    y = y+10: 60<490 We deduct $174.70 for medical insurance premiums each month.
    y+10: 60<490 The regular monthly payment is ${usd(income - 174.7)}. (We must round down to the whole dollar.)
  `
  return sheet.says`INCOME_LETTER world-award-letter
    employee_name ${name} | employer_name Social Insurance Agency | letter_date ${date} | gross_income ${income}
    optional employer_name pay_frequency`
}

/** A British state pension: weekly, with the parts that make it in a list. */
export const statePension: Generator = async (chance) => {
  const [name, date, income] = [
    `${chance.pick(['Mr', 'Mrs'])} ${person(chance)}`,
    dated(chance),
    chance.amount(140, 221),
  ]
  const sheet = await Sheet.open(chance, '11 office|plain')
  sheet.print`
    60: 540>b/13 Pensions and Benefits Service
    100: 60 ${name} ¶ ${place(chance, 'uk')}
    list 100: 330 | 420
    - Our ref: | QQ ${chance.digits(2)} ${chance.digits(2)} ${chance.digits(2)} C
    - Date: | ${day(date, 'D MMMM YYYY')}
    200: 60 Dear ${name.split(' ')[0]} ${name.split(' ').at(-1)}
    224: 60b/13 About your State Pension
    y = 248: 60<470 We are writing to tell you about the general increase in benefits. From
      & ${day(date, 'D MMMM YYYY')} your State Pension will be £${en(income)} a week.
    list y+20: 60 | 420
    - Basic State Pension | £${en(income - 20)}
    - Additional State Pension | £20.00
    - Total each week | £${en(income)}
  `
  return sheet.says`INCOME_LETTER world-state-pension
    employee_name ${name} | employer_name Pensions and Benefits Service | letter_date ${date}
      | gross_income ${income}
    optional employer_name pay_frequency`
}

/** Canada: an old age benefit, bilingual head, amounts in a list. */
export const oldAge: Generator = async (chance) => {
  const [name, date, income] = [person(chance).toUpperCase(), dated(chance), chance.amount(613, 1_400)]
  const sheet = await Sheet.open(chance, 'letter 10 plain|browser')
  sheet.print`
    50b: 60 Income Security Programs | 330 Programmes de la sécurité du revenu
    90: 60 ${name} ¶ ${place(chance, 'ca').map((line) => line.toUpperCase())} | 400 Date: ${date}
    104: 400 Client: XXX XXX ***
    y = 180: 60<490 Dear ${name}: This is to confirm the amount of your Old Age Security pension. Your gross
      & monthly amount is made up of the following:
    y = list y+12: 80 | 420
    - Old Age Security pension | ${usd(income - 100)}
    - Guaranteed Income Supplement | ${usd(100)}
    - Gross monthly amount | ${usd(income)}
    y+16: 60<490 You must report your benefits as income when you file your return. Keep this letter for your records.
  `
  return sheet.says`INCOME_LETTER world-old-age
    employee_name ${name} | letter_date ${date} | gross_income ${income}
    optional employer_name pay_frequency`
}

/** Germany: an employer's certificate of earnings. */
export const verdienst: Generator = async (chance) => {
  const [name, employer, date, income] = [
    person(chance, 'de'),
    firm(chance, 'GmbH'),
    dated(chance),
    chance.amount(2_400, 6_900),
  ]
  const sheet = await Sheet.open(chance, '10.5 office|plain')
  sheet.print`
    60: 60 ${employer} ¶ ${place(chance, 'de')}
    130: 540> Kassel, den ${day(date, 'DD.MM.YYYY')}
    170: 60b/14 Verdienstbescheinigung
    y = 200: 60<470 Hiermit bestätigen wir, dass ${name} seit dem 01.09.2014 in unserem Unternehmen unbefristet
      & beschäftigt ist. Das monatliche Bruttogehalt beträgt ${de(income)} EUR.
    y+30: 60 Mit freundlichen Grüßen ¶  ¶ ${employer} ¶ Personalabteilung
  `
  return sheet.says`INCOME_LETTER world-verdienst
    employee_name ${name} | employer_name ${employer} | letter_date ${date} | gross_income ${income}
    optional pay_frequency`
}

/** The Netherlands: an employer's declaration as a form with numbered questions. */
export const werkgever: Generator = async (chance) => {
  const [name, employer, date, income] = [
    person(chance, 'nl'),
    firm(chance, 'B.V.'),
    dated(chance),
    chance.amount(28_000, 74_000),
  ]
  const sheet = await Sheet.open(chance, 'browser|report')
  sheet.print`
    50: 40b/16 Werkgeversverklaring
    y = list 90 step 18: 40 | 230
    - Gegevens werkgever |
    - Naam werkgever | ${employer}
    - Adres | ${place(chance, 'nl').join(', ')}
    - Gegevens werknemer |
    - Naam werknemer | ${name}
    - Geboortedatum | 14-02-1986
    - In dienst sinds | 01-04-2017
    - Functie | Planner
    y = list y+12 step 18: 40 | 230
    - Bruto jaarsalaris | € ${de(income)}
    - Vakantietoeslag | € ${de(income * 0.08)}
    - Onregelmatigheidstoeslag | € 0,00
    list y+12 step 18: 40 | 230
    - Naam ondertekenaar | W. Kramer
    - Getekend te | Zwolle
    - Datum | ${day(date, 'DD-MM-YYYY')}
  `
  return sheet.says`INCOME_LETTER world-werkgever
    employee_name ${name} | employer_name ${employer} | letter_date ${date} | gross_income ${income}
    optional pay_frequency`
}
