import { cells } from '../printer/table.ts'
import type { Generator } from '../specimen.ts'
import { dayOf, itemsOf, netOf, open, rowsOf } from './bill.ts'
import { iban } from './ids.ts'
import { human, parties } from './parties.ts'
import { cents, day, daysAfter, num, sum } from './print.ts'

const en = (amount: number) => num('en', amount)
const usd = (amount: number) => `$${en(amount)}`

/** A caterer's invoice on coloured paper: facts centred under the title, goods without quantities, a deposit taken off. */
export const caterer: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'au')
  const goods = ['Canapé reception, 40 guests', 'Grazing table', 'Bar staff, 5 hours', 'Glassware hire'].map(
    (text) => ({ text, amount: chance.amount(120, 1_900) }),
  )
  const total = sum(goods.map(({ amount }) => amount))
  const gst = cents(total / 11)
  const deposit = chance.whole(2, 6) * 100
  const [date, number] = [dayOf(chance), chance.digits(4)]
  const due = daysAfter(date, 7)
  const sheet = await open(chance, 'serif 11 runs')
  sheet.print`
    70: 297^/20 ${seller.name}
    90: 297^/9 ABN ${seller.taxId}
    126: 297^/14_1 Tax Invoice
    146: 297^/9 Invoice no. ${number}  ${'|'}  ${day(date, 'D MMMM YYYY')}  ${'|'}  Due ${day(due, 'D MMMM YYYY')}
    190: 80 For | 120 ${buyer.name} ¶ ${buyer.street} ¶ ${buyer.town}
    y = table 260 rows from 80 to 515: 80 Description | 515> AUD inc GST
    - ${goods.map(({ text, amount }) => [text, en(amount)])}
    list y+10 step 18: 300 | 515>
    - Total (incl. GST) | ${usd(total)}
    - GST included | ${usd(gst)}
    - Deposit received | -${usd(deposit)}
    -b Balance due | ${usd(cents(total - deposit))}
  `
  return sheet.says`INVOICE caterer.pdf
    invoice_number ${number} | invoice_date ${date} | due_date ${due} | vendor_name ${seller.name}
      | vendor_tax_id ${seller.taxId} | customer_name ${buyer.name} | total_tax ${gst} | invoice_total ${total}
      | amount_due ${cents(total - deposit)} | currency AUD
      | line_items ${goods.map(({ text, amount }) => ({ description: text, amount }))}
    optional subtotal payment_terms`
}

/** A Turkish export's invoice in English with a bank block and amounts in dollars. */
export const textileExport: Generator = async (chance) => {
  const [, buyer] = parties(chance, 'us')
  const items = itemsOf(chance, ['Cotton terry towel 70x140', 'Bathrobe, waffle', 'Bath mat 50x80'], {
    most: 800,
    dear: 22,
    count: 3,
  })
  const net = netOf(items)
  const [date, number, account] = [dayOf(chance), `TRX${chance.digits(9)}`, iban(chance, 'DE')]
  const sheet = await open(chance, 'unicode 8.5 columns')
  sheet.print`
    50: 40b/11 Ege Dokuma Tekstil San. ve Tic. A.Ş.
    64: 40 Organize San. Böl. 4. Cad. No: 18, Denizli, Türkiye ¶ Tax Office: Denizli   Tax No: 3250118842
    120: 40b TO
    133: 40 ${buyer.name} ¶ ${buyer.street} ¶ ${buyer.town} ¶ USA
    list 120: 350 | 440
    - INVOICE NO | : ${number}
    - DATE | : ${day(date, 'DD.MM.YYYY')}
    - DELIVERY | : FOB Izmir
    - PAYMENT | : 60 days after B/L
    y = table 215 grid from 36 to 559: 40 NO | 66 DESCRIPTION OF GOODS | 250 GTIP | 350> QTY (PCS)
      | 450> UNIT PRICE (USD) | 555> AMOUNT (USD)
    - ${items.map(
      ({ text, quantity, price, amount }, i) => cells`${i + 1} | ${text} | 6302.60 | ${quantity}
      | ${en(price)} | ${en(amount)}`,
    )}
    y+12b: 350 TOTAL FOB IZMIR USD | 555> ${en(net)}
    y+60: 40 BANK DETAILS ¶ IBAN (USD): ${account} ¶ SWIFT: TGBATRIS
  `
  return sheet.says`INVOICE textile-export.pdf
    invoice_number ${number} | invoice_date ${date} | vendor_name Ege Dokuma Tekstil San. ve Tic. A.Ş.
      | vendor_tax_id 3250118842 | customer_name ${buyer.name} | invoice_total ${net} | currency USD
      | iban ${account} | line_items ${rowsOf(items)}
    optional subtotal amount_due payment_terms`
}

/** A Brazilian service note: captions above values in a form of boxes. */
export const serviceNote: Generator = async (chance) => {
  const value = chance.amount(400, 9_000)
  const iss = cents(value * 0.05)
  const [date, number] = [dayOf(chance), chance.digits(6)]
  const br = (amount: number) => `R$ ${num('de', amount)}`
  const sheet = await open(chance, 'unicode 8 words')
  sheet.print`
    46: 297^b/12 NOTA FISCAL DE SERVIÇOS ELETRÔNICA - NFS-e
    box 36 60 523 34
    72/6.5 step 11.2: 42 Número da Nota ¶/8 ${number} | 200 Data de Emissão ¶/8 ${day(date, 'DD/MM/YYYY')} 10:42
      | 400 Código de Verificação ¶/8 K9D2-11AX
    box 36 100 523 64
    111: 42b/7 PRESTADOR DE SERVIÇOS
    124: 42 Nome/Razão Social: Pinheiro Sistemas Ltda ¶ CPF/CNPJ: 11.884.290/0001-06
      ¶ Endereço: Rua Augusta 1184, São Paulo - SP
    box 36 170 523 64
    181: 42b/7 TOMADOR DE SERVIÇOS
    194: 42 Nome/Razão Social: Comercial Araucária S.A. ¶ CPF/CNPJ: 44.118.842/0001-90
      ¶ Endereço: Av. Brasil 90, Curitiba - PR
    box 36 240 523 120
    251: 42b/7 DISCRIMINAÇÃO DOS SERVIÇOS
    266: 42 Manutenção de software referente ao mês anterior
    378: 297^b/11 VALOR TOTAL DA NOTA = ${br(value)}
    box 36 390 523 34
    402/6.5 step 11.2: 42 Base de Cálculo (R$) ¶/8 ${num('de', value)} | 200 Alíquota (%) ¶/8 5,00
      | 400 Valor do ISS (R$) ¶/8 ${num('de', iss)}
  `
  return sheet.says`INVOICE service-note.pdf
    invoice_number ${number} | invoice_date ${date} | vendor_name Pinheiro Sistemas Ltda
      | vendor_tax_id 11.884.290/0001-06 | customer_name Comercial Araucária S.A.
      | customer_tax_id 44.118.842/0001-90 | invoice_total ${value} | currency BRL
    optional subtotal total_tax amount_due`
}

/** A clinic's statement of charges to a patient, insurance taken off. */
export const clinic: Generator = async (chance) => {
  const who = human(chance)
  const rows = ['Office visit, established', 'Comprehensive metabolic panel', 'Venipuncture'].map((text) => ({
    text,
    amount: chance.amount(18, 240),
  }))
  const charges = sum(rows.map(({ amount }) => amount))
  const insurance = cents(charges * 0.7)
  const [date, number] = [dayOf(chance), chance.digits(7)]
  const due = daysAfter(date, 30)
  const d = (iso: string) => day(iso, 'MM/DD/YYYY')
  const sheet = await open(chance, 'letter unicode 9 glyphs')
  sheet.print`
    50: 40b/14 Quarry Lake Family Medicine
    64: 40 200 Birch Rd, Boise, ID 83702 ¶ Tax ID: 82-1184290
    50: 572>b/16 INVOICE
    list 72: 400 | 572>
    - Invoice # | ${number}
    - Invoice date | ${d(date)}
    - Due date | ${d(due)}
    - Date of service | ${d(daysAfter(date, -18))}
    140: 40 Patient
    153: 40 ${who} ¶ 4410 N Mesa Blvd ¶ Boise, ID 83703
    y = table 215 rows: 40 Code | 110 Service | 572> Charge
    - ${rows.map(({ text, amount }) => [`9${chance.digits(4)}`, text, en(amount)])}
    list y+10 step 16: 380 | 572>
    - Total charges | ${usd(charges)}
    - Insurance payment | -${usd(insurance)}
    -b Patient responsibility | ${usd(cents(charges - insurance))}
    740: 40 Please make checks payable to Quarry Lake Family Medicine.
  `
  return sheet.says`INVOICE clinic.pdf
    invoice_number ${number} | invoice_date ${date} | due_date ${due} | vendor_name Quarry Lake Family Medicine
      | vendor_tax_id 82-1184290 | customer_name ${who} | invoice_total ${charges} | currency USD
      | amount_due ${cents(charges - insurance)} | line_items ${rows.map(({ amount }) => ({ amount }))}
    optional subtotal payment_terms amount_due`
}

/** A German plumber's handwritten-like form: dotted lines, a net sum, tax, total in a column of its own with euros and cents. */
export const workshopForm: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'de')
  const items = itemsOf(chance, ['Siphon erneuert', 'Arbeitszeit Monteur', 'Kleinmaterial'], {
    rates: [19],
    count: 3,
    most: 5,
    dear: 80,
  })
  const [net, tax] = [netOf(items), cents(netOf(items) * 0.19)]
  const [date, number] = [dayOf(chance), chance.digits(4)]
  const sheet = await open(chance, 'sans 10 words shuffled')
  sheet.print`
    60: 60b/14 ${seller.name}
    76: 60/8 Sanitär · Heizung · ${seller.street} · ${seller.town}
    120: 60 Rechnung an: ${buyer.name}, ${buyer.town}
    140: 60 Rechnungs-Nr.: ${number} | 300 vom ${day(date, 'D.M.YYYY')}
    y = table 180 grid from 56 to 533: 60 Anz. | 110 Artikel / Leistung | 430> à € | 530> €
    - ${items.map(
      ({ text, quantity, price, amount }) => cells`${quantity} | ${text} | ${num('de', price)}
      | ${num('de', amount)}`,
    )}
    list y+10 step 16: 330 | 530>
    - Netto | ${num('de', net)}
    - + 19% MwSt | ${num('de', tax)}
    -b Summe | ${num('de', sum([net, tax]))}
    y+80: 60 Betrag dankend erhalten: ${day(date, 'D.M.YYYY')}
    800: 60/8 Steuer-Nr. 118/442/90317
  `
  return sheet.says`INVOICE workshop-form.pdf
    invoice_number ${number} | invoice_date ${date} | vendor_name ${seller.name} | vendor_tax_id 118/442/90317
      | customer_name ${buyer.name} | subtotal ${net} | total_tax ${tax} | invoice_total ${sum([net, tax])}
      | currency EUR | line_items ${rowsOf(items)}
    optional amount_due`
}

/** A Czech restaurant's slip. */
export const czechSlip: Generator = async (chance) => {
  const goods = ['Svíčková na smetaně', 'Pilsner Urquell 0,5l', 'Espresso'].map((text) => ({
    text,
    price: chance.whole(45, 260),
  }))
  const total = sum(goods.map(({ price }) => price))
  const net = cents(total / 1.12)
  const date = dayOf(chance)
  const cz = (amount: number) => num('comma', amount)
  const sheet = await open(chance, 'mm80 unicode 8.5')
  sheet.print`
    30: 113^b/11 Hospoda U Zlatého Lva
    43: 113^ Nádražní 12, Plzeň
    54: 113^ IČO 11884290  DIČ CZ11884290
    70: 113^ Účtenka č. 118/442
    y = 92:
    y = list y step 12: 10 | 216>
    - ${goods.map(({ text, price }) => [`1 ks ${text}`, cz(price)])}
    y = list y+6 step 15: 10 | 216>
    -b/11 Celkem Kč | ${cz(total)}
    - Hotově | ${cz(total)}
    y+4: 10 DPH 12%: základ ${cz(net)}  daň ${cz(cents(total - net))} ¶ ${day(date, 'D.M.YYYY')} 13:20  Obsluha: Teo
  `
  return sheet.says`RECEIPT czech-slip.pdf
    merchant_name Hospoda U Zlatého Lva | transaction_date ${date} | total ${total}
      | total_tax ${cents(total - net)} | currency CZK
    optional subtotal total_tax`
}

/** A scooter ride's mail. */
export const scooterMail: Generator = async (chance) => {
  const [unlock, ride] = [1, chance.amount(2, 9)]
  const total = sum([unlock, ride])
  const date = dayOf(chance)
  const sheet = await open(chance, 'mail unicode 10 runs flipped')
  sheet.print`
    60: 60b/20 Zephyr
    100: 60/16 Thanks for riding!
    122: 60#0.5 ${day(date, 'MMMM D, YYYY')}
    y = list 170 step 22: 60 | 400>
    - Unlock fee | ${usd(unlock)}
    - Ride time (14 min) | ${usd(ride)}
    -b Total charged | ${usd(total)}
    y+16: 60#0.4 Charged to Visa ···· 4471
    600: 60/8#0.5 Zephyr Mobility Inc., 85 Bluxome St, San Francisco, CA 94107
  `
  return sheet.says`RECEIPT scooter-mail.pdf
    merchant_name Zephyr | transaction_date ${date} | total ${total} | currency USD
    optional merchant_name subtotal`
}

/** A Canadian ferry's sailing receipt. */
export const ferry: Generator = async (chance) => {
  const [vehicle, passenger] = [chance.amount(45, 90), chance.amount(14, 22)]
  const net = sum([vehicle, passenger, passenger])
  const gst = cents(net * 0.05)
  const date = dayOf(chance)
  const sheet = await open(chance, 'mm80 mono 8 words')
  sheet.print`
    28: 113^b/12 STRAIT FERRIES
    40: 113^ SWARTZ TERMINAL
    56: 113^ SALES RECEIPT
    list 76: 10 | 216>
    - Sailing | ${date} 11:00
    - Lane | 14
    - 1 UNDERHEIGHT VEH | ${en(vehicle)}
    - 2 ADULT | ${en(2 * passenger)}
    - SUBTOTAL | ${en(net)}
    - GST | ${en(gst)}
    -b TOTAL CAD | ${en(sum([net, gst]))}
    - MASTERCARD | ${en(sum([net, gst]))}
    - APPROVED 044181 |
  `
  return sheet.says`RECEIPT ferry.pdf
    merchant_name STRAIT FERRIES | transaction_date ${date} | subtotal ${net} | total_tax ${gst}
      | total ${sum([net, gst])} | currency CAD`
}
