import { expect, test } from 'vitest'
import { read } from './labelled-papers/read.ts'
import { type Put, pairs, table } from './labelled-papers/sheet.ts'

test('a Swedish delivery note is told by its own words', async () => {
  const { type, fields } = await read([
    ['Ljusne Träförädling AB', 40, 40, 14, true],
    ['FÖLJESEDEL', 400, 40, 14, true],
    ...pairs(
      [
        ['Följesedelsnr', '70915'],
        ['Leveransdatum', '2031-05-06'],
        ['Ert ordernr', 'K-3391'],
        ['Orderdatum', '2031-04-28'],
        ['Fraktsätt', 'Norrlands Åkeri'],
      ],
      60,
      [400, 480],
    ),
    ['Leveransadress', 40, 90, 9, true],
    ['Edsbyns Snickeri AB', 40, 104],
    ['Verkstadsgatan 7', 40, 117],
    ['828 31 EDSBYN', 40, 130],
    ...table(
      [
        ['Benämning', 'Beställt', 'Levererat'],
        ['Furulist 21x43', '120', '118'],
      ],
      180,
      [40, 300, 400],
    ),
  ])
  expect(type).toBe('DELIVERY_NOTE')
  expect(fields).toMatchObject({
    delivery_note_number: '70915',
    delivery_date: '2031-05-06',
    purchase_order: 'K-3391',
    order_date: '2031-04-28',
    carrier: 'Norrlands Åkeri',
    customer_name: 'Edsbyns Snickeri AB',
  })
})

test('an order has its day behind its number, and who it goes to over the address in one box', async () => {
  const { fields } = await read([
    ['Ateliers du Verdon SARL', 40, 40, 14, true],
    ['BON DE LIVRAISON', 40, 62, 12, true],
    ['Date de livraison : 13/05/2031    Votre commande : CF-7719 du 21/04/2031', 40, 84],
    ['Livré à :', 320, 110],
    ['Menuiserie Castellane', 320, 124],
    ['ZA des Tilleuls, 3', 320, 137],
    ['04120 Castellane', 320, 150],
  ])
  expect(fields).toMatchObject({ purchase_order: 'CF-7719', order_date: '2031-04-21' })
})

const ORDER: readonly Put[] = [
  ['Sawtooth Paper Mills Corp.', 36, 44, 13, true],
  ['PURCHASE ORDER', 400, 44, 15, true],
  ['PO Number', 400, 62],
  ['7700031882', 490, 62],
  ['PO Date', 400, 75],
  ['03/08/2031', 490, 75],
  ['Buyer', 400, 88],
  ['R. Langlois', 490, 88],
  ['VENDOR  3004419', 36, 112],
  ['SHIP TO', 220, 112],
  ['Page', 400, 112],
  ['1 of 2', 490, 112],
  ['Stanley Bearing Supply, Inc.', 36, 126],
  ['Sawtooth Paper Mills Corp.', 220, 126],
  ['7 Mill Street', 36, 138],
  ['Ketchum, ID 83340', 36, 150],
]

test('who buys on an order may be a clerk, and a vendor is no page', async () => {
  const { type, fields } = await read(ORDER)
  expect(type).toBe('PURCHASE_ORDER')
  expect(fields.customer_name).toBe('Sawtooth Paper Mills Corp.')
  expect(fields.vendor_name).toBe('Stanley Bearing Supply, Inc.')
})

test('what stands under a heading that is not asked for is in no other column, and a sum ends the rows', async () => {
  const { rows } = await read([
    ...ORDER,
    ...table(
      [
        ['Item', 'Description', 'Order Qty', 'UM', 'Net Price', 'Per', 'Net Amount'],
        ['10', 'Pillow block 2-7/16', '4', 'EA', '286.40', '1 EA', '1,145.60'],
        ['20', 'Belt 5VX900', '12', 'EA', '41.75', '1 EA', '501.00'],
      ],
      200,
      [40, 66, 300, 350, 400, 460, 520],
    ),
    ['Total net value excl. tax USD', 380, 240],
    ['1,646.60', 520, 240],
  ])
  expect(rows.map(({ amount }) => amount)).toEqual([1145.6, 501])
})

test('the buyer of a German order stands in the small line over its window', async () => {
  const { fields } = await read([
    ['Glockengießerei Altmark GmbH', 330, 50, 12, true],
    ['Schmiedeweg 7', 330, 64],
    ['39576 Stendal', 330, 77],
    ['Glockengießerei Altmark GmbH · Schmiedeweg 7 · 39576 Stendal', 57, 122, 6.5],
    ['Kupferhütte Mansfeld KG', 57, 138],
    ['Bergstraße 3', 57, 151],
    ['06311 Helbra', 57, 164],
    ['Bestellung B31-0093', 57, 230, 13, true],
    ['Datum: 07.05.2031', 57, 250],
    ['Liefertermin: 02.06.2031', 330, 250],
    ['Zahlung: 30 Tage netto. Lieferung frei Haus. Bitte bestätigen Sie den Termin.', 57, 300],
  ])
  expect(fields).toMatchObject({
    customer_name: 'Glockengießerei Altmark GmbH',
    vendor_name: 'Kupferhütte Mansfeld KG',
    purchase_order: 'B31-0093',
    payment_terms: '30 Tage netto',
  })
})

test('steps of a price and thousands of a unit are not what was used', async () => {
  const { fields } = await read([
    ['Town of Salida Flats Water & Sewer', 40, 40, 14, true],
    ['Water Bill', 400, 40, 12, true],
    ...table(
      [
        ['METER', 'PREVIOUS', 'PRESENT', 'USAGE (1,000 GAL)'],
        ['5519882', '2,204', '2,213', '9'],
      ],
      100,
      [40, 140, 240, 340],
    ),
    ['Water usage first 5,000 gallons @ $2.40 per 1,000 gallons', 40, 160],
    ['12.00', 520, 160],
    ['Water usage next 4,000 gallons @ $3.15 per 1,000 gallons', 40, 174],
    ['12.60', 520, 174],
    ['Total amount due', 40, 200],
    ['$24.60', 520, 200],
  ])
  expect(fields.consumption).toBe(9)
})

test('an Italian bill: its day in its title, its place in a sentence, and what several rates come to', async () => {
  const { fields } = await read([
    ['Energia Lunigiana S.p.A.', 40, 40, 14, true],
    ['Bolletta n. 2031770418 del 06/05/2031', 40, 70],
    ['Fornitura di energia elettrica in Via Aurelia 9, 54011 Aulla MS', 40, 90],
    ['Spesa per il trasporto e la gestione del contatore', 40, 110],
    ['13,18', 520, 110],
    ['Data', 40, 140],
    ['31/03/2031', 40, 154],
    ['Consumi', 40, 168],
    ['56', 180, 168],
    ['43', 260, 168],
    ['68', 340, 168],
    ['167', 420, 168],
    ['TOTALE DA PAGARE', 40, 200, 11, true],
    ['€ 94,18', 520, 200],
  ])
  expect(fields).toMatchObject({
    bill_date: '2031-05-06',
    service_address: 'Via Aurelia 9, 54011 Aulla MS',
    consumption: 167,
  })
  expect(fields.meter_number).toBeUndefined()
})

test('a reading by the customer names nobody, and a value ends where the next caption begins', async () => {
  const { fields } = await read([
    ['Severn Heat & Light', 40, 40, 16, true],
    ['Your energy statement', 40, 70, 12, true],
    ['Ms Olwen Pryce', 40, 100],
    ['3 Quay Street', 40, 113],
    ['Bewdley', 40, 126],
    ['DY12 2AA', 40, 139],
    ['Supply address: 3 Quay Street, Bewdley DY12 2AA     Supply number: 14 0007 7310 226', 40, 180],
    ['Meter 21E77: 1,822 (customer read) to 2,339', 40, 200],
    ['517 kWh', 400, 200],
    ['Your balance on 8 May 2031 - you owe us', 40, 230],
    ['£70.79', 520, 230],
  ])
  expect(fields).toMatchObject({
    customer_name: 'Ms Olwen Pryce',
    service_address: '3 Quay Street, Bewdley DY12 2AA',
    amount_due: 70.79,
  })
})

test('an American cheque whose caption stands over the words, and whose payee stands beside three lines', async () => {
  const { type, fields } = await read([
    ['TENSLEEP HARDWARE, LLC', 40, 40, 10, true],
    ['Bighorn Basin Bank', 300, 40, 9, true],
    ['007731', 520, 40, 12, true],
    ['DATE 03/14/2031', 480, 82],
    ['PAY', 40, 106, 7],
    ['Two Thousand Two Hundred Sixty and 18/100', 80, 116],
    ['DOLLARS', 520, 116, 8],
    ['TO THE', 40, 150, 7],
    ['ORDER', 40, 158, 7],
    ['OF', 40, 166, 7],
    ['SHELL CREEK FENCING', 80, 150],
    ['$ **2,260.18', 500, 150],
    ['AUTHORIZED SIGNATURE', 440, 205, 6.5],
    ['"007731"  :102304183:  0418226018"', 80, 230, 11],
  ])
  expect(type).toBe('CHEQUE')
  expect(fields).toMatchObject({
    payee_name: 'SHELL CREEK FENCING',
    cheque_number: '007731',
    account_number: '0418226018',
    amount: 2260.18,
  })
})
