import { expect, test } from 'vitest'
import { read } from './labelled-papers/read.ts'
import { pairs, table } from './labelled-papers/sheet.ts'

test('a bill of a year takes off what was paid so many times, and says what was used by its unit alone', async () => {
  const found = await read([
    ['Noorderlicht Energie B.V.', 40, 40, 14, true],
    ['Eindafrekening', 400, 40, 12, true],
    ['Factuurnummer 20310418', 400, 56],
    ['Mevr. T. Hoekzema', 40, 110],
    ['Singel 4', 40, 124],
    ['9711 AB GRONINGEN', 40, 138],
    ...pairs(
      [
        ['Klantnummer', '5530187'],
        ['Factuurdatum', '14-03-2031'],
        ['Vervaldatum', '28-03-2031'],
        ['Periode', '01-03-2030 t/m 28-02-2031'],
        ['Leveringsadres', 'Singel 4, 9711 AB Groningen'],
        ['Meternummer', '7714-0882'],
      ],
      110,
      [330, 430],
    ),
    ['Elektriciteit 1.904 kWh', 40, 260],
    ['571,20', 520, 260],
    ['Totaal incl. btw', 40, 278],
    ['1.012,44', 520, 278],
    ['Betaalde voorschotten', 40, 296],
    ['12 x 80,00', 300, 296],
    ['-960,00', 520, 296],
    ['Nog te betalen', 40, 314],
    ['52,44', 520, 314],
    ['Bedragen in EUR', 40, 350],
  ])
  expect(found.type).toBe('UTILITY_BILL')
  expect(found.fields).toMatchObject({
    provider_name: 'Noorderlicht Energie B.V.',
    customer_name: 'Mevr. T. Hoekzema',
    account_number: '5530187',
    bill_date: '2031-03-14',
    due_date: '2031-03-28',
    service_address: 'Singel 4, 9711 AB Groningen',
    meter_number: '7714-0882',
    payments_received: 960,
    current_charges: 1012.44,
    amount_due: 52.44,
    consumption: 1904,
  })
})

test('of several rows in a unit none is what was used', async () => {
  const found = await read([
    ['Kystkraft AS', 40, 40, 14, true],
    ['Strømregning', 400, 40, 14, true],
    ...pairs(
      [
        ['Kundenummer', '60 118'],
        ['Målernummer', '7080001'],
        ['Fakturadato', '04.02.2031'],
      ],
      90,
    ),
    ...table(
      [
        ['Hva', 'Forbruk i alt', 'Sum'],
        ['Dag', '310 kWh', '248,00'],
        ['Natt', '122 kWh', '61,00'],
      ],
      180,
      [60, 260, 400],
    ),
    ['Å betale', 60, 260],
    ['309,00', 400, 260],
  ])
  expect(found.type).toBe('UTILITY_BILL')
  expect(found.fields).toMatchObject({ account_number: '60 118', bill_date: '2031-02-04', amount_due: 309 })
})

test('what gas is worth is not what was used, nor is the year before it', async () => {
  const found = await read([
    ['Stadtgas Hohenau GmbH', 40, 40, 14, true],
    ['Gasrechnung', 400, 40, 14, true],
    ...pairs(
      [
        ['Kundennummer', '882 104'],
        ['Zählernummer', '4471-90'],
        ['Rechnungsdatum', '11.02.2031'],
      ],
      90,
    ),
    ['Brennwert 10,3 kWh/m³', 60, 180],
    ['Verbrauch 2030 3456 kWh', 60, 198],
    ['Zu zahlen', 60, 260],
    ['412,10', 400, 260],
  ])
  expect(found.type).toBe('UTILITY_BILL')
  expect(found.fields).toMatchObject({ amount_due: 412.1, consumption: 3456 })
})

test('a firm may begin as a place does', async () => {
  const found = await read([
    ['A Plus Plumbing Supply Ltd', 40, 40, 16, true],
    ['PURCHASE ORDER', 400, 40, 14, true],
    ...pairs(
      [
        ['PO number', '77-1042'],
        ['Order date', '2031-03-02'],
        ['Ship to', 'Rowan Street Works'],
      ],
      110,
    ),
    ...table(
      [
        ['Description', 'Qty', 'Unit price', 'Amount'],
        ['Copper elbow 22 mm', '40', '1.50', '60.00'],
      ],
      220,
      [60, 300, 380, 480],
    ),
    ['Order total', 380, 280],
    ['60.00', 480, 280],
  ])
  expect(found.type).toBe('PURCHASE_ORDER')
  expect(Object.values(found.fields)).toContain('A Plus Plumbing Supply Ltd')
})

test('a cheque of a bank that stands at its head, with its account in the line of the code', async () => {
  const found = await read(
    [
      ['Wharfedale Bank plc', 30, 30, 13, true],
      ['7 Mill Lane Otley LS21 3AA', 30, 44, 8],
      ['30-11-62', 470, 30, 9],
      ['Date', 380, 62, 8],
      ['2 May 2031', 420, 62],
      ['Pay', 30, 92, 8],
      ['Ribble Crane Hire Ltd', 80, 92, 12],
      ['Eight hundred and four pounds and 20p only', 80, 118, 11],
      ['£ 804.20', 470, 118, 12],
      ['P T & S OKORO', 430, 150],
      ['"000217" 30"1162: 71180344"', 30, 220],
    ],
    [560, 250],
  )
  expect(found.type).toBe('CHEQUE')
  expect(found.fields).toMatchObject({
    payee_name: 'Ribble Crane Hire Ltd',
    amount: 804.2,
    amount_in_words: 'Eight hundred and four pounds and 20p only',
    cheque_date: '2031-05-02',
    cheque_number: '000217',
    bank_name: 'Wharfedale Bank plc',
    account_number: '71180344',
  })
})

test('a French cheque says the words before the receiver, where it was written, and where it is paid', async () => {
  const found = await read(
    [
      ['Banque Exemple du Littoral', 30, 30, 13, true],
      ['Payez contre ce chèque non endossable', 30, 60, 8],
      ['cent douze euros et cinq centimes', 210, 60, 12],
      ['à', 30, 88, 8],
      ['Menuiserie Kerbrat', 60, 88, 12],
      ['112,05 €', 450, 88, 12],
      ['Payable en France', 30, 120, 8],
      ['A Auray le 3/06/2031', 350, 120],
      ['Chèque n° 5510983', 30, 190, 8],
    ],
    [560, 230],
  )
  expect(found.type).toBe('CHEQUE')
  expect(found.fields).toMatchObject({
    payee_name: 'Menuiserie Kerbrat',
    amount: 112.05,
    amount_in_words: 'cent douze euros et cinq centimes',
    cheque_date: '2031-06-03',
    cheque_number: '5510983',
    bank_name: 'Banque Exemple du Littoral',
  })
  expect(found.fields.payer_name).not.toBe('Payable en France')
})

test('each figure of a day stands in a room of its own', async () => {
  const found = await read(
    [
      ['Cobalt Ridge Outfitters Ltd.', 30, 30, 12, true],
      ['Cheque No. 000981', 440, 30],
      ['DATE', 350, 60, 8],
      ...Array.from('20310704', (sign, at): [string, number, number] => [sign, 390 + 14 * at, 60]),
      ['PAY TO THE ORDER OF', 30, 100, 8],
      ['Odile Garnier', 150, 100],
      ['$95.10', 470, 100],
      ['Ninety-five and 10/100', 30, 130],
    ],
    [560, 250],
  )
  expect(found.type).toBe('CHEQUE')
  expect(found.fields).toMatchObject({ cheque_date: '2031-07-04' })
})

test('a declaration of work in Portuguese, with its day in the middle of the page', async () => {
  const found = await read([
    ['Moinho do Vez, Lda.', 60, 40, 13, true],
    ['DECLARAÇÃO DE VÍNCULO LABORAL', 180, 120, 13, true],
    ['Declaramos que o Sr. Anselmo Prates Figueira, portador do cartão de cidadão n.º 11884402, é nosso', 60, 180],
    ['colaborador desde 03/02/2019, auferindo a remuneração mensal bruta de 1.480,00 €.', 60, 196],
    ['Arcos de Valdevez, 4 de maio de 2031', 300, 260],
    ['A gerência', 300, 330],
  ])
  expect(found.type).toBe('INCOME_LETTER')
  expect(found.fields).toMatchObject({
    employee_name: 'Anselmo Prates Figueira',
    employer_name: 'Moinho do Vez, Lda.',
    letter_date: '2031-05-04',
    gross_income: 1480,
  })
})
