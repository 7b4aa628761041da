import { cells } from '../printer/table.ts'
import type { Generator } from '../specimen.ts'
import { dayOf, itemsOf, netOf, open, rowsOf, taxesOf } from './bill.ts'
import { iban } from './ids.ts'
import { human, parties } from './parties.ts'
import { cents, day, daysAfter, num, sum } from './print.ts'

const dm = (iso: string) => day(iso, 'DD/MM/YYYY')
const it = (amount: number) => num('de', amount)

/** The courtesy print of an electronic invoice: both sides in small captioned lines, tables with bands, a payment table. */
export const courtesyPrint: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'it')
  const items = itemsOf(
    chance,
    ['Toner compatibile nero', 'Manutenzione caldaia', 'Vite TE M8x40 zincata', 'Canone noleggio fotocopiatrice'],
    { rates: [22, 10], count: 4 },
  )
  const taxes = taxesOf(items)
  const [net, tax] = [netOf(items), sum(taxes.map((part) => part.tax))]
  const [date, number, account] = [dayOf(chance), `${chance.whole(10, 990)}/A`, iban(chance, 'IT')]
  const due = daysAfter(date, 30)
  const sheet = await open(chance, 'unicode 7.5 words')
  for (const [x, head, { name, street, town, taxId }] of [
    [30, 'Cedente/prestatore (fornitore)', seller],
    [305, 'Cessionario/committente (cliente)', buyer],
  ] as const) {
    sheet.print`
      box ${x} 30 260 100
      41: ${x + 4}b/8 ${head}
      55: ${x + 4} Identificativo fiscale ai fini IVA: ${taxId} ¶ Codice fiscale: ${taxId.slice(2)}
        ¶ Denominazione: ${name} ¶ ${x === 30 ? ['Regime fiscale: RF01 ordinario'] : []} ¶ Indirizzo: ${street}
        ¶ Comune: ${town} ¶ Nazione: IT
    `
  }
  sheet.print`
    y = table 150 grid from 30 to 565 band 0.9: 34 Tipologia documento | 200 Art. 73 | 260 Numero documento
      | 380 Data documento | 470 Codice destinatario
    - TD01 fattura |  | ${number} | ${day(date, 'DD-MM-YYYY')} | M5UXCR1
    y = table y+10 grid from 30 to 565 band 0.9: 34 Cod. articolo | 100 Descrizione | 300> Quantità
      | 370> Prezzo unitario | 380 UM | 410 Sconto o ¶ magg. | 480> %IVA | 562> Prezzo totale
    - ${items.map(
      ({ text, quantity, price, rate, amount }) => cells`${chance.digits(5)} | ${text}
      | ${num('de', quantity)} | ${num('de', price)} | PZ |  | ${num('de', rate)} | ${it(amount)}`,
    )}
    y+10: 297b/8 RIEPILOGHI IVA E TOTALI
    y = table y+26 grid from 30 to 565 band 0.9: 34 esigibilità iva / riferimenti normativi | 260> %IVA
      | 350> Spese accessorie | 460> Totale imponibile | 562> Totale imposta
    - ${taxes.map((part) => ['I (esigibilità immediata)', num('de', part.rate), '', it(part.net), it(part.tax)])}
    y = table y+10 grid from 30 to 565 band 0.9: 34 Importo bollo | 200 Sconto/Maggiorazione | 360 Arr.
      | 562> Totale documento
    - |  |  | ${it(sum([net, tax]))}
    table y+10 grid from 30 to 565 band 0.9: 34 Modalità pagamento | 150 IBAN | 320 Istituto | 430 Data scadenza
      | 562> Importo
    - MP05 Bonifico | ${account.replaceAll(' ', '')} | Banca del Ticino | ${day(due, 'DD-MM-YYYY')}
      | ${it(sum([net, tax]))}
  `
  return sheet.says`INVOICE courtesy-print.pdf
    invoice_number ${number} | invoice_date ${date} | due_date ${due} | vendor_name ${seller.name}
      | vendor_tax_id ${seller.taxId} | customer_name ${buyer.name} | customer_tax_id ${buyer.taxId}
      | subtotal ${net} | total_tax ${tax} | invoice_total ${sum([net, tax])} | currency EUR | iban ${account}
      | line_items ${rowsOf(items)}
    optional payment_terms amount_due currency subtotal`
}

/** A professional's fee: fund surcharge, tax, then the client withholds. */
export const withheldFee: Generator = async (chance) => {
  const [, buyer] = parties(chance, 'it')
  const [seller] = parties(chance, 'it')
  const who = `Avv. ${human(chance)}`
  const fee = chance.amount(300, 4_500)
  const fund = cents(fee * 0.04)
  const net = sum([fee, fund])
  const tax = cents(net * 0.22)
  const withheld = cents(fee * 0.2)
  const [date, number, account] = [dayOf(chance), chance.whole(1, 99), iban(chance, 'IT')]
  const sheet = await open(chance, 'serif 11')
  sheet.print`
    60: 60 Studio Legale ${who} ¶ ${seller.street} ¶ ${seller.town} ¶ P. IVA ${seller.taxId.slice(2)}
    140: 340 Spett.le ¶ ${buyer.name} ¶ ${buyer.street} ¶ ${buyer.town} ¶ P.IVA/C.F. ${buyer.taxId.slice(2)}
    250: 60b/13 Fattura n. ${number} del ${dm(date)}
    275: 60<460 Oggetto: assistenza giudiziale nel procedimento R.G. 4418/2023
    y = list 320 step 20: 60 | 530>
    - Onorari | € ${it(fee)}
    - Contributo Cassa Previdenza Avvocati 4% | € ${it(fund)}
    - Imponibile | € ${it(net)}
    - IVA 22% | € ${it(tax)}
    - Totale fattura | € ${it(sum([net, tax]))}
    - Ritenuta d'acconto 20% su € ${it(fee)} | - € ${it(withheld)}
    -b NETTO A PAGARE | € ${it(cents(sum([net, tax]) - withheld))}
    y+30: 60 Pagamento: bonifico bancario a vista ¶ IBAN: ${account}
  `
  return sheet.says`INVOICE withheld-fee.pdf
    invoice_number ${String(number)} | invoice_date ${date} | vendor_name Studio Legale ${who}
      | vendor_tax_id ${seller.taxId.slice(2)} | customer_name ${buyer.name}
      | customer_tax_id ${buyer.taxId.slice(2)} | subtotal ${net} | total_tax ${tax}
      | invoice_total ${sum([net, tax])} | amount_due ${cents(sum([net, tax]) - withheld)} | currency EUR
      | iban ${account}
    optional payment_terms due_date`
}
