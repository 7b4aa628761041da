import { Sheet } from '../printer/sheet.ts'
import { cells } from '../printer/table.ts'
import type { Generator } from '../specimen.ts'
import { type Line, payFields, payOf } from './pay.ts'
import { firm, person, place } from './people.ts'
import { day, de, en, fr, lakh } from './print.ts'

/** British boxes: payments, deductions, this period and year to date, tax code and NI number at the foot. */
export const ukBoxes: Generator = async (chance) => {
  const pay = payOf(chance, {
    days: 0,
    earnings: 'Basic Pay 0.97 | Overtime @1.5 0.03',
    taxes: 'PAYE Tax 0.13 | National Insurance 0.08',
    deductions: 'Pension (AE) 0.05',
  })
  const [name, employer] = [`${chance.pick(['Mr', 'Mrs', 'Ms'])} ${person(chance)}`, firm(chance, 'Ltd')]
  const sheet = await Sheet.open(chance, '8.5 plain|jumbled')
  sheet.print`
    40/7: 36 Employee No. | 130 Employee | 330 Date | 440 National Insurance Number
    52: 36 ${chance.digits(3)} | 130 ${name} | 330 ${day(pay.paid, 'DD/MM/YYYY')} | 440 QQ${chance.digits(6)}C
    table 80 gap 2: 36 Payments | 180> Units | 230> Rate | 290> Amount
    - ${pay.earnings.map((line) => [line.name, en(line.hours ?? 0), en(line.rate ?? 0), en(line.current)])}
    table 80 gap 2: 320 Deductions | 440> Amount
    - ${[...pay.taxes, ...pay.deductions].map((line) => [line.name, en(line.current)])}
    box 30 180 260 90
    box 300 180 260 90
    194: 36b This Period
    list 208: 36 | 200
    - Total Gross Pay | ${en(pay.gross.current)}
    - Gross for Tax | ${en(pay.gross.current)}
    - Earnings for NI | ${en(pay.gross.current)}
    - Payment Period | Monthly
    194: 306b Year To Date
    list 208: 306 | 470
    - Total Gross Pay TD | ${en(pay.gross.ytd)}
    - Tax Paid TD | ${en(pay.taxes[0]?.ytd ?? 0)}
    - National Insurance TD | ${en(pay.taxes[1]?.ytd ?? 0)}
    - Pension TD | ${en(pay.deductions[0]?.ytd ?? 0)}
    290b: 36 ${employer} | 250 Tax Code: 1257L | 440 Net Pay | 555> ${en(pay.net.current)}
    304: 36/7 Dept: 0   Pay Method: BACS   Tax Period: ${chance.whole(1, 12)}
  `
  return sheet.says`PAY_STUB world-uk-boxes
    employee_name ${name} | employer_name ${employer} | pay_date ${pay.paid} | gross_pay ${pay.gross.current}
      | net_pay ${pay.net.current} | ytd_gross_pay ${pay.gross.ytd} | pay_frequency Monthly
    optional`
}

/** A British public body: one long form of captions above values. */
export const ukTrust: Generator = async (chance) => {
  const pay = payOf(chance, {
    days: 0,
    earnings: 'BASIC PAY 0.92 | ENHANCEMENTS 0.08',
    taxes: 'PAYE 0.12 | NI A 0.07',
    deductions: 'NHS PENSION 0.093 | UNISON 0.005',
  })
  const name = `${chance.pick(['MR', 'MISS', 'DR'])} ${person(chance).toUpperCase()}`
  const employer = `${chance.pick(['Eastmoor', 'Calder Valley', 'South Fens'])} Hospitals Trust`
  const sheet = await Sheet.open(chance, '8 report|plain')
  sheet.print`36b/11: 36 ${employer} | 555> PAYSLIP`
  const strip = (y: number, cells: readonly (readonly [number, string, string])[]) => {
    for (const [x, caption, value] of cells)
      sheet.print`
        ${y}: ${x}/6.5 ${caption}
        ${y + 11}: ${x} ${value}
      `
    sheet.print`rule ${y + 15} 30 560 0.3`
  }
  strip(54, [
    [36, 'ASSIGNMENT NUMBER', chance.digits(8)],
    [160, 'EMPLOYEE NAME', name],
    [340, 'LOCATION', 'WARD 7'],
    [460, 'JOB TITLE', 'STAFF NURSE'],
  ])
  strip(80, [
    [36, 'SAL/WAGE', en(pay.gross.current * 12)],
    [160, 'PAY SCALE', 'BAND 5'],
    [340, 'TAX OFFICE REF', '428/N1'],
    [460, 'TAX CODE', '1257L'],
  ])
  sheet.print`
    108b: 36 PAY AND ALLOWANCES | 330 DEDUCTIONS
    table 120 gap 1: 36 DESCRIPTION | 200> WKD/EARNED | 300> AMOUNT
    - ${pay.earnings.map((line) => [line.name, en(line.hours ?? 0), en(line.current)])}
    table 120 gap 1: 330 DESCRIPTION | 480> AMOUNT | 555> BALANCE C/F
    - ${[...pay.taxes, ...pay.deductions].map((line) => [line.name, en(line.current)])}
  `
  strip(240, [
    [36, 'YEAR TO DATE GROSS PAY', en(pay.gross.ytd)],
    [190, 'TAX PAID', en(pay.taxes[0]?.ytd ?? 0)],
    [330, 'NI CONTS', en(pay.taxes[1]?.ytd ?? 0)],
    [450, 'PENSION CONTS', en(pay.deductions[0]?.ytd ?? 0)],
  ])
  strip(266, [
    [36, 'PERIOD END DATE', day(pay.to, 'DD MMM YYYY')],
    [130, 'PAY DATE', day(pay.paid, 'DD MMM YYYY')],
    [220, 'PAY METHOD', 'BACS'],
    [290, 'TOTAL PAYMENTS', en(pay.gross.current)],
    [380, 'TOTAL DEDUCTIONS', en(pay.taken.current)],
    [490, 'NET PAY', en(pay.net.current)],
  ])
  return sheet.says`PAY_STUB world-uk-trust
    employee_name ${name} | employer_name ${employer} | pay_date ${pay.paid} | pay_period_end ${pay.to}
      | gross_pay ${pay.gross.current} | total_deductions ${pay.taken.current} | net_pay ${pay.net.current}
      | ytd_gross_pay ${pay.gross.ytd}
    optional`
}

/** German monthly account: gross above, taxes and insurance by their letters, the sum paid out at the foot. */
export const deEntgelt: Generator = async (chance) => {
  const pay = payOf(chance, {
    days: 0,
    earnings: 'Gehalt 0.98 | VWL Zuschuss 0.02',
    taxes: 'Lohnsteuer 0.14 | Solidaritätszuschlag 0.003',
    deductions: `Krankenversicherung 0.08 | Rentenversicherung 0.093 | Arbeitslosenversicherung 0.013
      | Pflegeversicherung 0.017`,
  })
  const [name, employer] = [person(chance, 'de'), firm(chance, 'GmbH')]
  const sheet = await Sheet.open(chance, '8.5 plain|typesetter')
  const rows = (lines: readonly Line[]) => lines.map((line) => [line.name, de(line.current), de(line.ytd)])
  const columns = [
    { x: 40, head: 'Bezeichnung' },
    { x: -420, head: 'Betrag' },
    { x: -545, head: 'Jahressumme' },
  ]
  sheet.print`
    44b/11: 40 ${employer} | 555> Entgeltabrechnung ${day(pay.from, 'MMMM YYYY', 'de')}
    90: 40 ${name} ¶ ${place(chance, 'de')}
    list 90: 330 | 450
    - Personalnummer | ${chance.digits(5)}
    - Steuerklasse | 1
    - Abrechnungszeitraum | ${day(pay.from, 'DD.MM.YYYY')} - ${day(pay.to, 'DD.MM.YYYY')}
    - Eintritt | 01.03.2016
    - SV-Nummer | 12 ${chance.digits(6)} B 001
    y = table 180: ${columns.map(({ x, head }) => [x, head])}
    - ${rows(pay.earnings)}
    - ${rows([{ ...pay.gross, name: 'Gesamtbrutto' }])}
    y = table y+10: 40 Steuerrechtliche Abzüge | 420> | 545>
    - ${rows(pay.taxes)}
    - ${rows([{ ...pay.tax, name: 'Summe Steuern' }])}
    y = table y+10: 40 Sozialversicherungsrechtliche Abzüge | 420> | 545>
    - ${rows(pay.deductions)}
    - ${rows([{ ...pay.deducted, name: 'Summe Sozialversicherung' }])}
    y+10: 40 Gesetzliches Netto | 420> ${de(pay.net.current)} | 545> ${de(pay.net.ytd)}
    y+28b: 40 Auszahlungsbetrag | 420> ${de(pay.net.current)} EUR
  `
  return sheet.says`PAY_STUB world-de-entgelt
    employee_name ${name} | employer_name ${employer} | pay_period_start ${pay.from} | pay_period_end ${pay.to}
      | gross_pay ${pay.gross.current} | net_pay ${pay.net.current} | total_taxes ${pay.tax.current}
      | ytd_gross_pay ${pay.gross.ytd} | ytd_net_pay ${pay.net.ytd}
    optional total_deductions total_taxes`
}

/** French bulletin: bases and rates, employee's and employer's shares in columns, net before and after tax. */
export const frBulletin: Generator = async (chance) => {
  const pay = payOf(chance, {
    days: 0,
    earnings: 'Salaire de base 0.95 | Prime d’ancienneté 0.05',
    taxes: '',
    deductions: `Sécurité sociale plafonnée 0.069 | Sécurité sociale déplafonnée 0.004
      | Complémentaire Tranche 1 0.04 | CSG déductible 0.067 | CSG/CRDS non déductible 0.029
      | Prélèvement à la source 0.06`,
  })
  const [name, employer] = [`${chance.pick(['Mme', 'M.'])} ${person(chance, 'fr')}`, firm(chance, 'SAS')]
  const sheet = await Sheet.open(chance, '8 report|browserLetters')
  const taken = pay.deductions.slice(0, -1)
  const before = Math.round((pay.gross.current - taken.reduce((total, line) => total + line.current, 0)) * 100) / 100
  const source = pay.deductions.at(-1)
  sheet.print`
    40: 555>b/13 BULLETIN DE PAIE | 36 ${employer} ¶ ${place(chance, 'fr')} ¶ SIRET : ${chance.digits(14)}
      ¶ Code NAF : 6201Z
    64: 330 Période : du ${day(pay.from, 'DD/MM/YYYY')} au ${day(pay.to, 'DD/MM/YYYY')}
      ¶ Date de paiement : ${day(pay.paid, 'DD/MM/YYYY')} ¶ Matricule : ${chance.digits(5)}
    120: 330 ${name} ¶ ${place(chance, 'fr')}
    y = table 190 gap 2: 36 Éléments de paie | 270> Base | 330> Taux | 400> À déduire | 470> À payer
      | 555> Charges patronales
    - ${pay.earnings.map((line) => [line.name, fr(line.hours ?? 0), fr(line.rate ?? 0), '', fr(line.current), ''])}
    - Salaire brut |  |  |  | ${fr(pay.gross.current)} |
    - ${taken.map(
      (line) => cells`${line.name} | ${fr(pay.gross.current)} | 3,1100 | ${fr(line.current)} |
      | ${fr(line.current * 1.6)}`,
    )}
    - Total des cotisations et contributions |  |  | ${fr(taken.reduce((total, line) => total + line.current, 0))}
      |  | ${fr(taken.reduce((total, line) => total + line.current * 1.6, 0))}
    - Net à payer avant impôt sur le revenu |  |  |  | ${fr(before)} |
    - Impôt sur le revenu prélevé à la source | ${fr(before)} | 6,90 | ${fr(source?.current ?? 0)} |  |
    box 330 y+4 230 26
    y+21b/10: 340 NET PAYÉ (en euros) | 555> ${fr(pay.net.current)}
  `
  return sheet.says`PAY_STUB world-fr-bulletin
    ${payFields(pay, { employee_name: name, employer_name: employer })}
    optional total_deductions total_taxes`
}

/** Australia: a small firm's slip with tax, super and leave, sums of the year beside each. */
export const auSlip: Generator = async (chance) => {
  const pay = payOf(chance, {
    days: 7,
    earnings: 'Ordinary Hours 0.94 | Overtime 1.5 0.06',
    taxes: 'PAYG Tax 0.19',
    deductions: 'Workplace Giving 0.005',
    employer: 'SGC - AustralianSuper 0.115',
  })
  const [name, employer] = [person(chance), firm(chance, 'Pty Ltd')]
  const sheet = await Sheet.open(chance, 'browser|office')
  sheet.print`
    50b/15: 40 PAYSLIP | 555> ${employer}
    64: 555>/8 ABN ${chance.digits(2)} ${chance.digits(3)} ${chance.digits(3)} ${chance.digits(3)}
    90: 40 PAID BY ¶ ${employer} ¶ ${place(chance, 'au')} | 230 EMPLOYMENT DETAILS ¶ Pay Frequency: Weekly
      ¶ Employment Basis: Full Time | 400 Pay Period: ¶ ${day(pay.from, 'DD/MM/YYYY')} - ${day(pay.to, 'DD/MM/YYYY')}
      ¶ Payment Date: ${day(pay.paid, 'DD/MM/YYYY')} ¶ Total Earnings: $${en(pay.gross.current)}
      ¶ Net Pay: $${en(pay.net.current)}
    160: 40 ${name} ¶ ${place(chance, 'au')}
  `
  const block = (y: number, title: string, lines: readonly Line[]) =>
    sheet.print`
      table ${y} ruled: 40 ${title} | 430> THIS PAY | 555> YTD
      - ${lines.map((line) => [line.name, `$${en(line.current)}`, `$${en(line.ytd)}`])}
      - TOTAL | $${en(lines.reduce((total, line) => total + line.current, 0))}
        | $${en(lines.reduce((total, line) => total + line.ytd, 0))}
    ` + 12
  let y = block(220, 'SALARY & WAGES', pay.earnings)
  y = block(y, 'TAX', pay.taxes)
  y = block(y, 'DEDUCTIONS', pay.deductions)
  y = block(y, 'SUPERANNUATION', pay.employer)
  sheet.print`
    ${y}: 40b PAYMENT DETAILS
    ${y + 14}: 40 ${name}   BSB 067-000   A/C ${chance.digits(8)} | 555> $${en(pay.net.current)}
  `
  return sheet.says`PAY_STUB world-au-slip
    ${payFields(pay, { employee_name: name, employer_name: employer })} | total_taxes ${pay.tax.current}
      | total_deductions ${pay.deducted.current} | ytd_gross_pay ${pay.gross.ytd} | pay_frequency Weekly
    optional`
}

/** India: earnings and deductions side by side, net pay in words, provident fund numbers. */
export const inSalary: Generator = async (chance) => {
  const pay = payOf(chance, {
    days: 0,
    scale: 16,
    earnings: 'Basic 0.5 | House Rent Allowance 0.25 | Special Allowance 0.25',
    taxes: 'Income Tax (TDS) 0.1',
    deductions: 'Provident Fund 0.06 | Professional Tax 0.004',
  })
  const [name, employer] = [person(chance, 'in'), firm(chance, 'Private Limited')]
  const sheet = await Sheet.open(chance, '8.5 office|jumbledWords')
  const pairs = Math.max(pay.earnings.length, 3)
  const taken = [...pay.taxes, ...pay.deductions]
  const rows = Array.from({ length: pairs }, (_, i) => [
    pay.earnings[i]?.name,
    pay.earnings[i] && lakh(pay.earnings[i].current),
    taken[i]?.name,
    taken[i] && lakh(taken[i].current),
  ])
  sheet.print`
    46: 297.5^b/13 ${employer}
    60: 297.5^/8 ${place(chance, 'in').join(', ')}
    80: 297.5^b Payslip for the month of ${day(pay.from, 'MMMM YYYY')}
    list 106: 40 | 140
    - Employee Name | : ${name}
    - Employee ID | : ${chance.digits(5)}
    - Designation | : Senior Analyst
    - UAN | : 10${chance.digits(10)}
    list 106: 320 | 420
    - Pay Date | : ${day(pay.paid, 'DD/MM/YYYY')}
    - Days Worked | : 30
    - Bank A/c No | : ${chance.digits(12)}
    - PAN | : ABCPK1234F
    y = table 180 ruled: 40 Earnings | 280> Amount (Rs.) | 310 Deductions | 550> Amount (Rs.)
    - ${rows}
    - Gross Earnings | ${lakh(pay.gross.current)} | Total Deductions | ${lakh(pay.taken.current)}
    y+10b/10: 40 Net Pay | 140 Rs. ${lakh(pay.net.current)}
    y+26: 40/8 (Rupees Twenty Eight Thousand Only)
    y+50: 40/7 This is a computer generated payslip and does not require a signature.
  `
  return sheet.says`PAY_STUB world-in-salary
    employee_name ${name} | employer_name ${employer} | pay_date ${pay.paid} | gross_pay ${pay.gross.current}
      | total_deductions ${pay.taken.current} | net_pay ${pay.net.current}
    optional pay_period_start pay_period_end`
}

/** Spain: devengos above, deducciones below, the two bases, the net at the foot. */
export const esNomina: Generator = async (chance) => {
  const pay = payOf(chance, {
    days: 0,
    earnings: 'Salario base 0.85 | Plus convenio 0.15',
    taxes: 'I.R.P.F. 0.15',
    deductions: 'Contingencias comunes 0.047 | Desempleo 0.0155 | Formación profesional 0.001',
  })
  const [name, employer] = [person(chance, 'es'), firm(chance, 'S.L.')]
  const sheet = await Sheet.open(chance, 'plain|report')
  sheet.print`
    46: 40b/11 RECIBO INDIVIDUAL JUSTIFICATIVO DEL PAGO DE SALARIOS
    list 76: 40 | 110
    - Empresa: | ${employer}
    - Domicilio: | ${place(chance, 'es').join(', ')}
    - CIF: | B${chance.digits(8)}
    list 76: 320 | 400
    - Trabajador: | ${name}
    - NIF: | ${chance.digits(8)}Z
    - Categoría: | Oficial 1ª
    130: 40 Período de liquidación: del ${day(pay.from, 'D')} al ${day(pay.to, 'D')} de
      & ${day(pay.to, 'MMMM', 'es')} de ${pay.to.slice(0, 4)}
      | 430 Total días: 30
    y = table 156: 40 I. DEVENGOS | 540> TOTALES
    - ${pay.earnings.map((line) => [line.name, de(line.current)])}
    - A. TOTAL DEVENGADO | ${de(pay.gross.current)}
    y = table y+10: 40 II. DEDUCCIONES | 540>
    - ${[...pay.deductions, ...pay.taxes].map((line) => [line.name, de(line.current)])}
    - B. TOTAL A DEDUCIR | ${de(pay.taken.current)}
    y+12b: 40 LÍQUIDO TOTAL A PERCIBIR (A-B) | 540> ${de(pay.net.current)} €
    y+40: 40 ${chance.pick(['Madrid', 'Valencia'])}, a ${day(pay.paid, 'D', 'es')} de
      & ${day(pay.paid, 'MMMM', 'es')} de ${pay.paid.slice(0, 4)}
  `
  return sheet.says`PAY_STUB world-es-nomina
    employee_name ${name} | employer_name ${employer} | pay_period_start ${pay.from} | pay_period_end ${pay.to}
      | gross_pay ${pay.gross.current} | total_deductions ${pay.taken.current} | net_pay ${pay.net.current}
    optional pay_date total_taxes`
}

/** The Netherlands: a column for this period and one for the year, taxes called loonheffing. */
export const nlLoonstrook: Generator = async (chance) => {
  const pay = payOf(chance, {
    days: 0,
    earnings: 'Salaris 0.97 | Reiskostenvergoeding 0.03',
    taxes: 'Loonheffing 0.22',
    deductions: 'Pensioenpremie 0.05 | WGA premie 0.003',
  })
  const [name, employer] = [person(chance, 'nl'), firm(chance, 'B.V.')]
  const sheet = await Sheet.open(chance, 'browser|plain')
  sheet.print`
    46b/12: 40 ${employer} | 555> Salarisspecificatie ${day(pay.from, 'MMMM YYYY', 'nl')}
    84: 40 ${name} ¶ ${place(chance, 'nl')}
    list 84: 330 | 440
    - Personeelsnummer | ${chance.digits(4)}
    - Periode | ${day(pay.from, 'DD-MM-YYYY')} t/m ${day(pay.to, 'DD-MM-YYYY')}
    - Datum betaling | ${day(pay.paid, 'DD-MM-YYYY')}
    - Loonheffingskorting | Ja
    y = table 170: 40 Omschrijving | 420> Deze periode | 545> Cumulatief
    - ${[...pay.earnings, { ...pay.gross, name: 'Brutoloon' }, ...pay.deductions, ...pay.taxes].map(
      (line) => cells`${line.name}
      | ${de(line.current)} | ${de(line.ytd)}`,
    )}
    rule y-6 40 555
    y+8b: 40 Netto uit te betalen | 420> € ${de(pay.net.current)}
  `
  return sheet.says`PAY_STUB world-nl-loonstrook
    ${payFields(pay, { employee_name: name, employer_name: employer })} | ytd_gross_pay ${pay.gross.ytd}
    optional total_taxes`
}

/** Brazil: codes, vencimentos and descontos in columns, totals and the net in boxes. */
export const brHolerite: Generator = async (chance) => {
  const pay = payOf(chance, {
    days: 0,
    earnings: 'SALARIO BASE 0.93 | HORAS EXTRAS 50% 0.07',
    taxes: 'INSS 0.09 | IRRF 0.05',
    deductions: 'VALE TRANSPORTE 0.06',
  })
  const [name, employer] = [person(chance, 'pt').toUpperCase(), `${firm(chance, '').toUpperCase()} LTDA`]
  const sheet = await Sheet.open(chance, '8.5 plain|jumbled')
  sheet.print`
    44b/11: 40 ${employer} | 555> Recibo de Pagamento de Salário
    58: 40 CNPJ: ${chance.digits(2)}.${chance.digits(3)}.${chance.digits(3)}/0001-${chance.digits(2)}
      | 555> Referência: ${day(pay.from, 'MMMM', 'pt')}/${pay.from.slice(0, 4)}
    82/7: 40 Código | 90 Nome do Funcionário | 330 CBO | 400 Função
    94: 40 ${chance.digits(4)} | 90 ${name} | 330 411010 | 400 ASSISTENTE
  `
  const rows = [
    ...pay.earnings.map((line) => [chance.digits(3), line.name, '30,00', de(line.current), '']),
    ...[...pay.taxes, ...pay.deductions].map((line) => [chance.digits(3), line.name, '9,00', '', de(line.current)]),
  ]
  sheet.print`
    table 120: 40 Cód. | 90 Descrição | 340> Referência | 440> Vencimentos | 550> Descontos
    - ${rows}
    250/7: 360 Total de Vencimentos | 470 Total de Descontos
    262: 440> ${de(pay.gross.current)} | 550> ${de(pay.taken.current)}
    284b: 360 Valor Líquido | 550> ${de(pay.net.current)}
  `
  return sheet.says`PAY_STUB world-br-holerite
    employee_name ${name} | employer_name ${employer} | gross_pay ${pay.gross.current}
      | total_deductions ${pay.taken.current} | net_pay ${pay.net.current}
    optional pay_period_start pay_period_end`
}
