import type { Generator } from '../specimen.ts'
import { paper } from './book.ts'
import { HANDS } from './hand.ts'
import { type Line, payFields, payOf } from './pay.ts'
import { firm, person, place } from './people.ts'
import { day, de, en, fr, lakh } from './print.ts'
import { Sheet } from './sheet.ts'

/** British boxes: payments, deductions, this period and year to date, tax code and NI number at the foot. */
export const ukBoxes: Generator = async (chance) => {
  const pay = payOf(chance, {
    days: 0,
    earnings: [
      ['Basic Pay', 0.97],
      ['Overtime @1.5', 0.03],
    ],
    taxes: [
      ['PAYE Tax', 0.13],
      ['National Insurance', 0.08],
    ],
    deductions: [['Pension (AE)', 0.05]],
  })
  const [name, employer] = [`${chance.pick(['Mr', 'Mrs', 'Ms'])} ${person(chance)}`, firm(chance, 'Ltd')]
  const sheet = await Sheet.open(chance, { text: 8.5, hands: [HANDS.plain, HANDS.jumbled] })
  sheet.row(
    40,
    [
      [36, 'Employee No.'],
      [130, 'Employee'],
      [330, 'Date'],
      [440, 'National Insurance Number'],
    ],
    { size: 7 },
  )
  sheet.row(52, [
    [36, chance.digits(3)],
    [130, name],
    [330, day(pay.paid, 'DD/MM/YYYY')],
    [440, `QQ${chance.digits(6)}C`],
  ])
  sheet.table({
    y: 80,
    step: 12,
    columns: [
      { x: 36, head: 'Payments' },
      { x: -180, head: 'Units' },
      { x: -230, head: 'Rate' },
      { x: -290, head: 'Amount' },
    ],
    rows: pay.earnings.map((line) => [line.name, en(line.hours ?? 0), en(line.rate ?? 0), en(line.current)]),
  })
  sheet.table({
    y: 80,
    step: 12,
    columns: [
      { x: 320, head: 'Deductions' },
      { x: -440, head: 'Amount' },
    ],
    rows: [...pay.taxes, ...pay.deductions].map((line) => [line.name, en(line.current)]),
  })
  sheet.box(30, 180, 260, 90).box(300, 180, 260, 90)
  sheet.row(194, [[36, 'This Period']], { bold: true })
  sheet.pairs(36, 200, 208, [
    ['Total Gross Pay', en(pay.gross.current)],
    ['Gross for Tax', en(pay.gross.current)],
    ['Earnings for NI', en(pay.gross.current)],
    ['Payment Period', 'Monthly'],
  ])
  sheet.row(194, [[306, 'Year To Date']], { bold: true })
  sheet.pairs(306, 470, 208, [
    ['Total Gross Pay TD', en(pay.gross.ytd)],
    ['Tax Paid TD', en(pay.taxes[0]?.ytd ?? 0)],
    ['National Insurance TD', en(pay.taxes[1]?.ytd ?? 0)],
    ['Pension TD', en(pay.deductions[0]?.ytd ?? 0)],
  ])
  sheet.row(
    290,
    [
      [36, employer],
      [250, 'Tax Code: 1257L'],
      [440, 'Net Pay'],
      [-555, en(pay.net.current)],
    ],
    { bold: true },
  )
  sheet.row(304, [[36, `Dept: 0   Pay Method: BACS   Tax Period: ${chance.whole(1, 12)}`]], { size: 7 })
  return paper('uk-boxes', sheet, 'PAY_STUB', {
    employee_name: name,
    employer_name: employer,
    pay_date: pay.paid,
    gross_pay: pay.gross.current,
    net_pay: pay.net.current,
    ytd_gross_pay: pay.gross.ytd,
    pay_frequency: 'Monthly',
  })
}

/** A British public body: one long form of captions above values. */
export const ukTrust: Generator = async (chance) => {
  const pay = payOf(chance, {
    days: 0,
    earnings: [
      ['BASIC PAY', 0.92],
      ['ENHANCEMENTS', 0.08],
    ],
    taxes: [
      ['PAYE', 0.12],
      ['NI A', 0.07],
    ],
    deductions: [
      ['NHS PENSION', 0.093],
      ['UNISON', 0.005],
    ],
  })
  const name = `${chance.pick(['MR', 'MISS', 'DR'])} ${person(chance).toUpperCase()}`
  const employer = `${chance.pick(['Eastmoor', 'Calder Valley', 'South Fens'])} Hospitals Trust`
  const sheet = await Sheet.open(chance, { text: 8, hands: [HANDS.report, HANDS.plain] })
  sheet.row(
    36,
    [
      [36, employer],
      [-555, 'PAYSLIP'],
    ],
    { bold: true, size: 11 },
  )
  const strip = (y: number, cells: readonly (readonly [number, string, string])[]) => {
    for (const [x, caption, value] of cells) sheet.at(x, y, caption, { size: 6.5 }).at(x, y + 11, value)
    sheet.rule(y + 15, 30, 560, 0.3)
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
  sheet.row(
    108,
    [
      [36, 'PAY AND ALLOWANCES'],
      [330, 'DEDUCTIONS'],
    ],
    { bold: true },
  )
  sheet.table({
    y: 120,
    step: 11,
    columns: [
      { x: 36, head: 'DESCRIPTION' },
      { x: -200, head: 'WKD/EARNED' },
      { x: -300, head: 'AMOUNT' },
    ],
    rows: pay.earnings.map((line) => [line.name, en(line.hours ?? 0), en(line.current)]),
  })
  sheet.table({
    y: 120,
    step: 11,
    columns: [
      { x: 330, head: 'DESCRIPTION' },
      { x: -480, head: 'AMOUNT' },
      { x: -555, head: 'BALANCE C/F' },
    ],
    rows: [...pay.taxes, ...pay.deductions].map((line) => [line.name, en(line.current)]),
  })
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
  return paper('uk-trust', sheet, 'PAY_STUB', {
    employee_name: name,
    employer_name: employer,
    pay_date: pay.paid,
    pay_period_end: pay.to,
    gross_pay: pay.gross.current,
    total_deductions: pay.taken.current,
    net_pay: pay.net.current,
    ytd_gross_pay: pay.gross.ytd,
  })
}

/** German monthly account: gross above, taxes and insurance by their letters, the sum paid out at the foot. */
export const deEntgelt: Generator = async (chance) => {
  const pay = payOf(chance, {
    days: 0,
    earnings: [
      ['Gehalt', 0.98],
      ['VWL Zuschuss', 0.02],
    ],
    taxes: [
      ['Lohnsteuer', 0.14],
      ['Solidaritätszuschlag', 0.003],
    ],
    deductions: [
      ['Krankenversicherung', 0.08],
      ['Rentenversicherung', 0.093],
      ['Arbeitslosenversicherung', 0.013],
      ['Pflegeversicherung', 0.017],
    ],
  })
  const [name, employer] = [person(chance, 'de'), firm(chance, 'GmbH')]
  const sheet = await Sheet.open(chance, { text: 8.5, hands: [HANDS.plain, HANDS.typesetter] })
  sheet.row(
    44,
    [
      [40, employer],
      [-555, `Entgeltabrechnung ${day(pay.from, 'MMMM YYYY', 'de')}`],
    ],
    { bold: true, size: 11 },
  )
  sheet.stack(40, 90, [name, ...place(chance, 'de')])
  sheet.pairs(330, 450, 90, [
    ['Personalnummer', chance.digits(5)],
    ['Steuerklasse', '1'],
    ['Abrechnungszeitraum', `${day(pay.from, 'DD.MM.YYYY')} - ${day(pay.to, 'DD.MM.YYYY')}`],
    ['Eintritt', '01.03.2016'],
    ['SV-Nummer', `12 ${chance.digits(6)} B 001`],
  ])
  const rows = (lines: readonly Line[]) => lines.map((line) => [line.name, de(line.current), de(line.ytd)])
  const columns = [
    { x: 40, head: 'Bezeichnung' },
    { x: -420, head: 'Betrag' },
    { x: -545, head: 'Jahressumme' },
  ]
  let y = sheet.table({
    y: 180,
    columns,
    rows: [...rows(pay.earnings), ...rows([{ ...pay.gross, name: 'Gesamtbrutto' }])],
  })
  y = sheet.table({
    y: y + 10,
    columns: [{ x: 40, head: 'Steuerrechtliche Abzüge' }, { x: -420 }, { x: -545 }],
    rows: [...rows(pay.taxes), ...rows([{ ...pay.tax, name: 'Summe Steuern' }])],
  })
  y = sheet.table({
    y: y + 10,
    columns: [{ x: 40, head: 'Sozialversicherungsrechtliche Abzüge' }, { x: -420 }, { x: -545 }],
    rows: [...rows(pay.deductions), ...rows([{ ...pay.deducted, name: 'Summe Sozialversicherung' }])],
  })
  sheet.row(y + 10, [
    [40, 'Gesetzliches Netto'],
    [-420, de(pay.net.current)],
    [-545, de(pay.net.ytd)],
  ])
  sheet.row(
    y + 28,
    [
      [40, 'Auszahlungsbetrag'],
      [-420, `${de(pay.net.current)} EUR`],
    ],
    { bold: true },
  )
  return paper(
    'de-entgelt',
    sheet,
    'PAY_STUB',
    {
      employee_name: name,
      employer_name: employer,
      pay_period_start: pay.from,
      pay_period_end: pay.to,
      gross_pay: pay.gross.current,
      net_pay: pay.net.current,
      total_taxes: pay.tax.current,
      ytd_gross_pay: pay.gross.ytd,
      ytd_net_pay: pay.net.ytd,
    },
    ['total_deductions', 'total_taxes'],
  )
}

/** French bulletin: bases and rates, employee's and employer's shares in columns, net before and after tax. */
export const frBulletin: Generator = async (chance) => {
  const pay = payOf(chance, {
    days: 0,
    earnings: [
      ['Salaire de base', 0.95],
      ['Prime d’ancienneté', 0.05],
    ],
    taxes: [],
    deductions: [
      ['Sécurité sociale plafonnée', 0.069],
      ['Sécurité sociale déplafonnée', 0.004],
      ['Complémentaire Tranche 1', 0.04],
      ['CSG déductible', 0.067],
      ['CSG/CRDS non déductible', 0.029],
      ['Prélèvement à la source', 0.06],
    ],
  })
  const [name, employer] = [`${chance.pick(['Mme', 'M.'])} ${person(chance, 'fr')}`, firm(chance, 'SAS')]
  const sheet = await Sheet.open(chance, { text: 8, hands: [HANDS.report, HANDS.letters] })
  sheet.row(40, [[-555, 'BULLETIN DE PAIE']], { bold: true, size: 13 })
  sheet.stack(36, 40, [employer, ...place(chance, 'fr'), `SIRET : ${chance.digits(14)}`, 'Code NAF : 6201Z'])
  sheet.stack(330, 64, [
    `Période : du ${day(pay.from, 'DD/MM/YYYY')} au ${day(pay.to, 'DD/MM/YYYY')}`,
    `Date de paiement : ${day(pay.paid, 'DD/MM/YYYY')}`,
    `Matricule : ${chance.digits(5)}`,
  ])
  sheet.stack(330, 120, [name, ...place(chance, 'fr')])
  const taken = pay.deductions.slice(0, -1)
  const before = Math.round((pay.gross.current - taken.reduce((total, line) => total + line.current, 0)) * 100) / 100
  const source = pay.deductions.at(-1)
  const y = sheet.table({
    y: 190,
    step: 12,
    columns: [
      { x: 36, head: 'Éléments de paie' },
      { x: -270, head: 'Base' },
      { x: -330, head: 'Taux' },
      { x: -400, head: 'À déduire' },
      { x: -470, head: 'À payer' },
      { x: -555, head: 'Charges patronales' },
    ],
    rows: [
      ...pay.earnings.map((line) => [line.name, fr(line.hours ?? 0), fr(line.rate ?? 0), '', fr(line.current), '']),
      ['Salaire brut', '', '', '', fr(pay.gross.current), ''],
      ...taken.map((line) => [
        line.name,
        fr(pay.gross.current),
        '3,1100',
        fr(line.current),
        '',
        fr(line.current * 1.6),
      ]),
      [
        'Total des cotisations et contributions',
        '',
        '',
        fr(taken.reduce((total, line) => total + line.current, 0)),
        '',
        fr(taken.reduce((total, line) => total + line.current * 1.6, 0)),
      ],
      ['Net à payer avant impôt sur le revenu', '', '', '', fr(before), ''],
      ['Impôt sur le revenu prélevé à la source', fr(before), '6,90', fr(source?.current ?? 0), '', ''],
    ],
  })
  sheet.box(330, y + 4, 230, 26).row(
    y + 21,
    [
      [340, 'NET PAYÉ (en euros)'],
      [-555, fr(pay.net.current)],
    ],
    { bold: true, size: 10 },
  )
  return paper(
    'fr-bulletin',
    sheet,
    'PAY_STUB',
    {
      ...payFields(pay, { employee_name: name, employer_name: employer }),
    },
    ['total_deductions', 'total_taxes'],
  )
}

/** Australia: a small firm's slip with tax, super and leave, sums of the year beside each. */
export const auSlip: Generator = async (chance) => {
  const pay = payOf(chance, {
    days: 7,
    earnings: [
      ['Ordinary Hours', 0.94],
      ['Overtime 1.5', 0.06],
    ],
    taxes: [['PAYG Tax', 0.19]],
    deductions: [['Workplace Giving', 0.005]],
    employer: [['SGC - AustralianSuper', 0.115]],
  })
  const [name, employer] = [person(chance), firm(chance, 'Pty Ltd')]
  const sheet = await Sheet.open(chance, { hands: [HANDS.browser, HANDS.office] })
  sheet.row(
    50,
    [
      [40, 'PAYSLIP'],
      [-555, employer],
    ],
    { size: 15, bold: true },
  )
  sheet.row(64, [[-555, `ABN ${chance.digits(2)} ${chance.digits(3)} ${chance.digits(3)} ${chance.digits(3)}`]], {
    size: 8,
  })
  sheet.stack(40, 90, ['PAID BY', employer, ...place(chance, 'au')])
  sheet.stack(230, 90, ['EMPLOYMENT DETAILS', 'Pay Frequency: Weekly', 'Employment Basis: Full Time'])
  sheet.stack(400, 90, [
    'Pay Period:',
    `${day(pay.from, 'DD/MM/YYYY')} - ${day(pay.to, 'DD/MM/YYYY')}`,
    `Payment Date: ${day(pay.paid, 'DD/MM/YYYY')}`,
    `Total Earnings: $${en(pay.gross.current)}`,
    `Net Pay: $${en(pay.net.current)}`,
  ])
  sheet.stack(40, 160, [name, ...place(chance, 'au')])
  const block = (y: number, title: string, lines: readonly Line[]) =>
    sheet.table({
      y,
      columns: [
        { x: 40, head: title },
        { x: -430, head: 'THIS PAY' },
        { x: -555, head: 'YTD' },
      ],
      rows: [
        ...lines.map((line) => [line.name, `$${en(line.current)}`, `$${en(line.ytd)}`]),
        [
          'TOTAL',
          `$${en(lines.reduce((total, line) => total + line.current, 0))}`,
          `$${en(lines.reduce((total, line) => total + line.ytd, 0))}`,
        ],
      ],
      ruled: true,
    }) + 12
  let y = block(220, 'SALARY & WAGES', pay.earnings)
  y = block(y, 'TAX', pay.taxes)
  y = block(y, 'DEDUCTIONS', pay.deductions)
  y = block(y, 'SUPERANNUATION', pay.employer)
  sheet.at(40, y, 'PAYMENT DETAILS', { bold: true }).row(y + 14, [
    [40, `${name}   BSB 067-000   A/C ${chance.digits(8)}`],
    [-555, `$${en(pay.net.current)}`],
  ])
  return paper('au-slip', sheet, 'PAY_STUB', {
    ...payFields(pay, { employee_name: name, employer_name: employer }),
    total_taxes: pay.tax.current,
    total_deductions: pay.deducted.current,
    ytd_gross_pay: pay.gross.ytd,
    pay_frequency: 'Weekly',
  })
}

/** India: earnings and deductions side by side, net pay in words, provident fund numbers. */
export const inSalary: Generator = async (chance) => {
  const pay = payOf(chance, {
    days: 0,
    scale: 16,
    earnings: [
      ['Basic', 0.5],
      ['House Rent Allowance', 0.25],
      ['Special Allowance', 0.25],
    ],
    taxes: [['Income Tax (TDS)', 0.1]],
    deductions: [
      ['Provident Fund', 0.06],
      ['Professional Tax', 0.004],
    ],
  })
  const [name, employer] = [person(chance, 'in'), firm(chance, 'Private Limited')]
  const sheet = await Sheet.open(chance, { text: 8.5, hands: [HANDS.office, HANDS.jumbledWords] })
  sheet.centre(46, employer, { size: 13, bold: true })
  sheet.centre(60, place(chance, 'in').join(', '), { size: 8 })
  sheet.centre(80, `Payslip for the month of ${day(pay.from, 'MMMM YYYY')}`, { bold: true })
  sheet.pairs(40, 140, 106, [
    ['Employee Name', `: ${name}`],
    ['Employee ID', `: ${chance.digits(5)}`],
    ['Designation', ': Senior Analyst'],
    ['UAN', `: 10${chance.digits(10)}`],
  ])
  sheet.pairs(320, 420, 106, [
    ['Pay Date', `: ${day(pay.paid, 'DD/MM/YYYY')}`],
    ['Days Worked', ': 30'],
    ['Bank A/c No', `: ${chance.digits(12)}`],
    ['PAN', ': ABCPK1234F'],
  ])
  const pairs = Math.max(pay.earnings.length, 3)
  const taken = [...pay.taxes, ...pay.deductions]
  const rows = Array.from({ length: pairs }, (_, i) => [
    pay.earnings[i]?.name,
    pay.earnings[i] && lakh(pay.earnings[i].current),
    taken[i]?.name,
    taken[i] && lakh(taken[i].current),
  ])
  const y = sheet.table({
    y: 180,
    columns: [
      { x: 40, head: 'Earnings' },
      { x: -280, head: 'Amount (Rs.)' },
      { x: 310, head: 'Deductions' },
      { x: -550, head: 'Amount (Rs.)' },
    ],
    rows: [...rows, ['Gross Earnings', lakh(pay.gross.current), 'Total Deductions', lakh(pay.taken.current)]],
    ruled: true,
  })
  sheet.row(
    y + 10,
    [
      [40, 'Net Pay'],
      [140, `Rs. ${lakh(pay.net.current)}`],
    ],
    { bold: true, size: 10 },
  )
  sheet.at(40, y + 26, '(Rupees Twenty Eight Thousand Only)', { size: 8 })
  sheet.at(40, y + 50, 'This is a computer generated payslip and does not require a signature.', { size: 7 })
  return paper(
    'in-salary',
    sheet,
    'PAY_STUB',
    {
      employee_name: name,
      employer_name: employer,
      pay_date: pay.paid,
      gross_pay: pay.gross.current,
      total_deductions: pay.taken.current,
      net_pay: pay.net.current,
    },
    ['pay_period_start', 'pay_period_end'],
  )
}

/** Spain: devengos above, deducciones below, the two bases, the net at the foot. */
export const esNomina: Generator = async (chance) => {
  const pay = payOf(chance, {
    days: 0,
    earnings: [
      ['Salario base', 0.85],
      ['Plus convenio', 0.15],
    ],
    taxes: [['I.R.P.F.', 0.15]],
    deductions: [
      ['Contingencias comunes', 0.047],
      ['Desempleo', 0.0155],
      ['Formación profesional', 0.001],
    ],
  })
  const [name, employer] = [person(chance, 'es'), firm(chance, 'S.L.')]
  const sheet = await Sheet.open(chance, { hands: [HANDS.plain, HANDS.report] })
  sheet.at(40, 46, 'RECIBO INDIVIDUAL JUSTIFICATIVO DEL PAGO DE SALARIOS', { bold: true, size: 11 })
  sheet.pairs(40, 110, 76, [
    ['Empresa:', employer],
    ['Domicilio:', place(chance, 'es').join(', ')],
    ['CIF:', `B${chance.digits(8)}`],
  ])
  sheet.pairs(320, 400, 76, [
    ['Trabajador:', name],
    ['NIF:', `${chance.digits(8)}Z`],
    ['Categoría:', 'Oficial 1ª'],
  ])
  sheet.row(130, [
    [
      40,
      `Período de liquidación: del ${day(pay.from, 'D')} al ${day(pay.to, 'D')} de ${day(pay.to, 'MMMM', 'es')} de ${pay.to.slice(0, 4)}`,
    ],
    [430, 'Total días: 30'],
  ])
  let y = sheet.table({
    y: 156,
    columns: [
      { x: 40, head: 'I. DEVENGOS' },
      { x: -540, head: 'TOTALES' },
    ],
    rows: [...pay.earnings.map((line) => [line.name, de(line.current)]), ['A. TOTAL DEVENGADO', de(pay.gross.current)]],
  })
  y = sheet.table({
    y: y + 10,
    columns: [{ x: 40, head: 'II. DEDUCCIONES' }, { x: -540 }],
    rows: [
      ...[...pay.deductions, ...pay.taxes].map((line) => [line.name, de(line.current)]),
      ['B. TOTAL A DEDUCIR', de(pay.taken.current)],
    ],
  })
  sheet.row(
    y + 12,
    [
      [40, 'LÍQUIDO TOTAL A PERCIBIR (A-B)'],
      [-540, `${de(pay.net.current)} €`],
    ],
    { bold: true },
  )
  sheet.at(
    40,
    y + 40,
    `${chance.pick(['Madrid', 'Valencia'])}, a ${day(pay.paid, 'D', 'es')} de ${day(pay.paid, 'MMMM', 'es')} de ${pay.paid.slice(0, 4)}`,
  )
  return paper(
    'es-nomina',
    sheet,
    'PAY_STUB',
    {
      employee_name: name,
      employer_name: employer,
      pay_period_start: pay.from,
      pay_period_end: pay.to,
      gross_pay: pay.gross.current,
      total_deductions: pay.taken.current,
      net_pay: pay.net.current,
    },
    ['pay_date'],
  )
}

/** The Netherlands: a column for this period and one for the year, taxes called loonheffing. */
export const nlLoonstrook: Generator = async (chance) => {
  const pay = payOf(chance, {
    days: 0,
    earnings: [
      ['Salaris', 0.97],
      ['Reiskostenvergoeding', 0.03],
    ],
    taxes: [['Loonheffing', 0.22]],
    deductions: [
      ['Pensioenpremie', 0.05],
      ['WGA premie', 0.003],
    ],
  })
  const [name, employer] = [person(chance, 'nl'), firm(chance, 'B.V.')]
  const sheet = await Sheet.open(chance, { hands: [HANDS.browser, HANDS.plain] })
  sheet.row(
    46,
    [
      [40, employer],
      [-555, `Salarisspecificatie ${day(pay.from, 'MMMM YYYY', 'nl')}`],
    ],
    { bold: true, size: 12 },
  )
  sheet.stack(40, 84, [name, ...place(chance, 'nl')])
  sheet.pairs(330, 440, 84, [
    ['Personeelsnummer', chance.digits(4)],
    ['Periode', `${day(pay.from, 'DD-MM-YYYY')} t/m ${day(pay.to, 'DD-MM-YYYY')}`],
    ['Datum betaling', day(pay.paid, 'DD-MM-YYYY')],
    ['Loonheffingskorting', 'Ja'],
  ])
  const y = sheet.table({
    y: 170,
    columns: [
      { x: 40, head: 'Omschrijving' },
      { x: -420, head: 'Deze periode' },
      { x: -545, head: 'Cumulatief' },
    ],
    rows: [...pay.earnings, { ...pay.gross, name: 'Brutoloon' }, ...pay.deductions, ...pay.taxes].map((line) => [
      line.name,
      de(line.current),
      de(line.ytd),
    ]),
  })
  sheet.rule(y - 6, 40, 555).row(
    y + 8,
    [
      [40, 'Netto uit te betalen'],
      [-420, `€ ${de(pay.net.current)}`],
    ],
    { bold: true },
  )
  return paper(
    'nl-loonstrook',
    sheet,
    'PAY_STUB',
    {
      ...payFields(pay, { employee_name: name, employer_name: employer }),
      ytd_gross_pay: pay.gross.ytd,
    },
    ['total_taxes'],
  )
}

/** Brazil: codes, vencimentos and descontos in columns, totals and the net in boxes. */
export const brHolerite: Generator = async (chance) => {
  const pay = payOf(chance, {
    days: 0,
    earnings: [
      ['SALARIO BASE', 0.93],
      ['HORAS EXTRAS 50%', 0.07],
    ],
    taxes: [
      ['INSS', 0.09],
      ['IRRF', 0.05],
    ],
    deductions: [['VALE TRANSPORTE', 0.06]],
  })
  const [name, employer] = [person(chance, 'pt').toUpperCase(), `${firm(chance, '').toUpperCase()} LTDA`]
  const sheet = await Sheet.open(chance, { text: 8.5, hands: [HANDS.plain, HANDS.jumbled] })
  sheet.row(
    44,
    [
      [40, employer],
      [-555, 'Recibo de Pagamento de Salário'],
    ],
    { bold: true, size: 11 },
  )
  sheet.row(58, [
    [40, `CNPJ: ${chance.digits(2)}.${chance.digits(3)}.${chance.digits(3)}/0001-${chance.digits(2)}`],
    [-555, `Referência: ${day(pay.from, 'MMMM', 'pt')}/${pay.from.slice(0, 4)}`],
  ])
  sheet.row(
    82,
    [
      [40, 'Código'],
      [90, 'Nome do Funcionário'],
      [330, 'CBO'],
      [400, 'Função'],
    ],
    { size: 7 },
  )
  sheet.row(94, [
    [40, chance.digits(4)],
    [90, name],
    [330, '411010'],
    [400, 'ASSISTENTE'],
  ])
  const rows = [
    ...pay.earnings.map((line) => [chance.digits(3), line.name, '30,00', de(line.current), '']),
    ...[...pay.taxes, ...pay.deductions].map((line) => [chance.digits(3), line.name, '9,00', '', de(line.current)]),
  ]
  sheet.table({
    y: 120,
    columns: [
      { x: 40, head: 'Cód.' },
      { x: 90, head: 'Descrição' },
      { x: -340, head: 'Referência' },
      { x: -440, head: 'Vencimentos' },
      { x: -550, head: 'Descontos' },
    ],
    rows,
  })
  sheet.row(
    250,
    [
      [360, 'Total de Vencimentos'],
      [470, 'Total de Descontos'],
    ],
    { size: 7 },
  )
  sheet.row(262, [
    [-440, de(pay.gross.current)],
    [-550, de(pay.taken.current)],
  ])
  sheet.row(
    284,
    [
      [360, 'Valor Líquido'],
      [-550, de(pay.net.current)],
    ],
    { bold: true },
  )
  return paper(
    'br-holerite',
    sheet,
    'PAY_STUB',
    {
      employee_name: name,
      employer_name: employer,
      gross_pay: pay.gross.current,
      total_deductions: pay.taken.current,
      net_pay: pay.net.current,
    },
    ['pay_period_start', 'pay_period_end'],
  )
}
