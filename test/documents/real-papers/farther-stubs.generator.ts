import { Sheet } from '../printer/sheet.ts'
import { cells } from '../printer/table.ts'
import type { Generator } from '../specimen.ts'
import { company, person, street, town } from './names.ts'
import { cents, day, de, en, fr, monthOf } from './print.ts'
import { wageOf, ytd } from './wage.ts'
import { period } from './wordings.ts'

/** A British payslip: payments, deductions, this period and year to date in ruled columns, NI number and tax code. */
export const britishPayslip: Generator = async (chance) => {
  const wage = wageOf(
    chance,
    { taxes: { 'PAYE Tax': 0.13, 'National Insurance': 0.08 }, deductions: { 'Pension (EE)': 0.05 } },
    150,
  )
  const month = monthOf(chance.whole(2019, 2025), chance.whole(1, 12))
  const [employer, name] = [company(chance, 'Ltd'), `Ms ${person(chance)}`]
  const sheet = await Sheet.open(chance, 'a4')
  sheet.print`
    box 30 30 535 30
    41/7: 36 Employee No. | 110 Employee Name | 330 Process Date | 440 National Insurance Number
    54b: 36 118 | 110 ${name} | 330 ${day(month[1], 'DD/MM/YYYY')} | 440 QQ 12 34 56 C
    box 30 66 180 150
    box 210 66 180 150
    box 390 66 175 150
    78b/7: 36 Payments | 100 Units | 140 Rate | 204> Amount | 216 Deductions | 384> Amount | 396 Year to Date
    list 94 step 13: 36 | 204>
    - ${wage.earnings.map(({ current }, i) => [i ? 'Overtime' : 'Salary', en(current)])}
    list 94 step 13: 216 | 384>
    - ${[...wage.taxes, ...wage.deductions].map(({ label, current }) => [label, en(current)])}
  `
  for (const [i, [label, amount]] of [
    ['Total Gross Pay TD', wage.gross],
    ['Gross for Tax TD', wage.gross],
    ['Tax paid TD', wage.taxes[0]?.current ?? 0],
    ['National Insurance TD', wage.taxes[1]?.current ?? 0],
    ['Employee Pension TD', wage.deducted],
  ].entries() as IterableIterator<[number, [string, number]]>)
    sheet.print`${94 + i * 13}/8: 396 ${label} | 560> ${en(ytd(wage, amount))}`
  sheet.print`
    206b: 36 Total Gross Pay | 204> ${en(wage.gross)} | 216 Total Deductions
      | 384> ${en(cents(wage.tax + wage.deducted))}
    box 30 222 360 60
    236: 36 ${name} ¶ ${street(chance)} ¶ ${town(chance, 'uk')}
    300: 36b ${employer} | 216 Tax Code: 1257L | 310 Tax Period: 4
    box 390 222 175 60
    240: 396/8 Payment Method: BACS
    268b/12: 396 Net Pay | 560> ${en(wage.net)}
  `
  return sheet.says`PAY_STUB british-payslip.pdf
    employee_name ${name} | employer_name ${employer} | pay_date ${month[1]} | gross_pay ${wage.gross}
      | total_deductions ${cents(wage.tax + wage.deducted)} | net_pay ${wage.net}
      | ytd_gross_pay ${ytd(wage, wage.gross)}
    optional total_taxes pay_date pay_frequency`
}

/** A Canadian stub: CPP, EI and federal tax, "Pay End Date", current and YTD, two languages nowhere. */
export const canadianStub: Generator = async (chance) => {
  const wage = wageOf(
    chance,
    { taxes: { CPP: 0.0595, EI: 0.0163, 'Federal Tax': 0.12 }, deductions: { 'Union Dues': 0.015, RRSP: 0.04 } },
    75,
  )
  const { start, end, paid } = period(chance)
  const [employer, name] = [company(chance, 'Ltd.'), person(chance)]
  const sheet = await Sheet.open(chance, 'letter')
  const all = cents(wage.tax + wage.deducted)
  sheet.print`
    44: 40b/12 ${employer}
    58: 40 455 Speedvale Ave W, Guelph ON  N1H 3A1
    44: 572>b STATEMENT OF EARNINGS AND DEDUCTIONS
    box 40 76 532 48
    88/7: 46 Employee | 220 Pay Begin Date | 320 Pay End Date | 420 Cheque Date | 500 Advice #
    102b: 46 ${name} | 220 ${start} | 320 ${end} | 420 ${paid} | 500 ${chance.digits(6)}
    116/8: 46 Pay Group: BW - Biweekly | 220 SIN: *** *** ${chance.digits(3)}
    150b: 46 HOURS AND EARNINGS | 320 TAXES AND DEDUCTIONS
    164/7: 46 Description | 160> Hours | 220> Earnings | 290> YTD | 320 Description | 490> Current | 566> YTD
    list 178 step 13: 46 | 160> | 220> | 290>
    - ${wage.earnings.map(({ label, current, ytd }, i) => [label, i ? '5.00' : '75.00', en(current), en(ytd)])}
    list 178 step 13: 320 | 490> | 566>
    - ${[...wage.taxes, ...wage.deductions].map(({ label, current, ytd }) => [label, en(current), en(ytd)])}
    256b: 46 Total: | 220> ${en(wage.gross)} | 290> ${en(ytd(wage, wage.gross))} | 320 Total: | 490> ${en(all)}
      | 566> ${en(ytd(wage, all))}
    box 40 280 532 50
    292b/8: 160> TOTAL GROSS | 300> TOTAL DEDUCTIONS | 440> NET PAY
    306: 46 Current | 160> ${en(wage.gross)} | 300> ${en(all)} | 440> ${en(wage.net)}
    320: 46 YTD | 160> ${en(ytd(wage, wage.gross))} | 300> ${en(ytd(wage, all))} | 440> ${en(ytd(wage, wage.net))}
  `
  return sheet.says`PAY_STUB canadian-stub.pdf
    employee_name ${name} | employer_name ${employer} | pay_date ${paid} | pay_period_start ${start}
      | pay_period_end ${end} | gross_pay ${wage.gross} | total_deductions ${all} | net_pay ${wage.net}
      | ytd_gross_pay ${ytd(wage, wage.gross)} | ytd_net_pay ${ytd(wage, wage.net)} | pay_frequency Biweekly
    optional total_taxes`
}

/** Bulletin de paie: cotisations with employee and employer shares, net imposable, net à payer. */
export const frenchBulletin: Generator = async (chance) => {
  const wage = wageOf(
    chance,
    {
      taxes: {},
      deductions: {
        'Sécurité sociale plafonnée': 0.069,
        'Complémentaire santé': 0.012,
        'Retraite complémentaire T1': 0.0401,
        'CSG déductible': 0.067,
      },
    },
    151.67,
  )
  const [from, to] = monthOf(chance.whole(2019, 2025), chance.whole(1, 12))
  const [employer, name] = [company(chance, 'SAS'), person(chance)]
  const sheet = await Sheet.open(chance, 'a4 8')
  sheet.print`
    40: 297.5^b/14 BULLETIN DE PAIE
    54: 297.5^ Période du ${day(from, 'DD/MM/YYYY')} au ${day(to, 'DD/MM/YYYY')}
    76: 40b ${employer}
    88: 40 14 rue des Merles ¶ 69003 LYON ¶ SIRET : 552 118 842 00012   Code NAF : 6201Z | 340/10 Mme ${name}
      ¶ 8 quai du Port ¶ ${town(chance, 'fr')}
    150: 40 Emploi : Technicienne | 200 Matricule : 00118 | 340 Paiement le ${day(to, 'DD/MM/YYYY')} par virement
    box 40 164 515 14 0.88
    174b: 44 Désignation | 250> Base | 310> Taux | 400> Part salarié | 550> Part employeur
    list 192 step 12: 44 | 250> | 310> | 400>
    - ${wage.earnings.map(
      ({ current }, i) => cells`${i ? 'Heures supplémentaires 50%' : 'Salaire de base'}
      | ${i ? '' : '151,67'} | ${fr(wage.rate)} | ${fr(current)}`,
    )}
    220b: 44 SALAIRE BRUT | 400> ${fr(wage.gross)}
    list 238 step 12: 44 | 250> | 400> | 550>
    - ${wage.deductions.map(
      ({ label, current }) => cells`${label} | ${fr(wage.gross)} | ${fr(current)}
      | ${fr(cents(current * 1.6))}`,
    )}
    292b: 44 TOTAL DES COTISATIONS | 400> ${fr(wage.deducted)} | 550> ${fr(cents(wage.deducted * 1.6))}
    box 340 320 215 26
    337b/11: 346 NET À PAYER | 550> ${fr(wage.net)} €
  `
  return sheet.says`PAY_STUB french-bulletin.pdf
    employee_name Mme ${name} | employer_name ${employer} | pay_date ${to} | pay_period_start ${from}
      | pay_period_end ${to} | gross_pay ${wage.gross} | total_deductions ${wage.deducted} | net_pay ${wage.net}
    optional total_taxes pay_frequency`
}

/** Entgeltabrechnung: gross wage, tax and social insurance in rows, Auszahlungsbetrag at the foot. */
export const germanWage: Generator = async (chance) => {
  const wage = wageOf(
    chance,
    {
      taxes: {
        Lohnsteuer: 0.14,
        Krankenversicherung: 0.08,
        Rentenversicherung: 0.093,
        Arbeitslosenversicherung: 0.013,
      },
      deductions: {},
    },
    160,
  )
  const [from] = monthOf(chance.whole(2019, 2025), chance.whole(1, 12))
  const [employer, name] = [company(chance, 'GmbH'), person(chance)]
  const sheet = await Sheet.open(chance, 'a4')
  sheet.print`
    50: 40b/11 Abrechnung der Brutto/Netto-Bezüge für ${day(from, 'MMMM YYYY', 'de')}
    64: 40/8 Personal-Nr. 00118   Steuerklasse 1   SV-Nummer 12 118842 L 551
    90: 40/7 *${employer}*Mühlweg 3*04109 Leipzig*
    110: 40 Frau ¶ ${name} ¶ Lindenallee 14 ¶ ${town(chance, 'de')}
    box 40 190 515 16 0.9
    202b: 46 Lohnart | 100 Bezeichnung | 380> Menge | 460> Faktor | 550> Betrag
    list 220 step 13: 46 | 100 | 460> | 550>
    - ${wage.earnings.map(
      ({ current }, i) => cells`${i ? '1300' : '1000'} | ${i ? 'Überstunden' : 'Stundenlohn'}
      | ${de(wage.rate)} | ${de(current)}`,
    )}
    262b: 400 Gesamt-Brutto | 550> ${de(wage.gross)}
    290: 46b Steuer/Sozialversicherung
    list 306 step 13: 100 | 550>
    - ${wage.taxes.map(({ label, current }) => [label, de(current)])}
    372b: 400 Netto-Verdienst | 550> ${de(wage.net)}
    392b/11: 400 Auszahlungsbetrag | 550> ${de(wage.net)}
    420/8: 46 Verdienstbescheinigung | 330> Gesamt-Brutto Jahr | 550> ${de(ytd(wage, wage.gross))}
  `
  return sheet.says`PAY_STUB german-wage.pdf
    employee_name ${name} | employer_name ${employer} | gross_pay ${wage.gross} | net_pay ${wage.net}
      | ytd_gross_pay ${ytd(wage, wage.gross)}
    optional pay_period_start pay_period_end total_taxes total_deductions pay_date ytd_gross_pay`
}
