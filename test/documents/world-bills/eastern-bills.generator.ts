import { cells } from '../printer/table.ts'
import type { Generator } from '../specimen.ts'
import { dayOf, itemsOf, netOf, open, rowsOf, taxesOf } from './bill.ts'
import { iban } from './ids.ts'
import { parties } from './parties.ts'
import { cents, day, daysAfter, num, sum } from './print.ts'

/** A Polish VAT invoice: net, tax and gross in every row, a table of rates under it, the sum in words. */
export const polishFaktura: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'pl')
  const items = itemsOf(chance, ['Usługa transportowa', 'Papier ksero A4', 'Serwis drukarki', 'Książka branżowa'], {
    rates: [23, 5],
    count: 4,
  })
  const taxes = taxesOf(items)
  const [net, tax] = [netOf(items), sum(taxes.map((part) => part.tax))]
  const gross = sum([net, tax])
  const [date, number, account] = [
    dayOf(chance),
    `FV/${chance.whole(1, 400)}/${chance.digits(2)}/2025`,
    iban(chance, 'PL'),
  ]
  const due = daysAfter(date, 14)
  const pl = (amount: number) => num('nordic', amount)
  const sheet = await open(chance, 'unicode 8 words')
  sheet.print`
    44: 560> Kraków, ${day(date, 'D MMMM YYYY', 'pl')}
    80: 297^b/14 Faktura VAT nr ${number}
    list 100 step 11: 36 | 140
    - Data wystawienia: | ${date}
    - Data sprzedaży: | ${date}
    - Termin płatności: | ${due}
    - Metoda płatności: | przelew
  `
  for (const [x, head, who] of [
    [36, 'Sprzedawca', seller],
    [310, 'Nabywca', buyer],
  ] as const)
    sheet.print`
      165: ${x}b ${head}
      178: ${x} ${who.name} ¶ ${who.street} ¶ ${who.town} ¶ NIP: ${who.taxId}
        ¶ ${x === 36 ? [`Konto: ${account}`] : []}
    `
  sheet.print`
    y = table 250 grid from 33 to 561: 36 Lp. | 58 Nazwa towaru lub usługi | 230> Ilość | 236 j.m.
      | 310> Cena ¶ netto | 380> Wartość ¶ netto | 420> Stawka ¶ VAT | 480> Kwota ¶ VAT | 558> Wartość ¶ brutto
    - ${items.map(
      ({ text, quantity, price, rate, amount }, i) => cells`${i + 1} | ${text} | ${quantity} | szt.
      | ${pl(price)} | ${pl(amount)} | ${rate}% | ${pl(cents((amount * rate) / 100))}
      | ${pl(cents(amount * (1 + rate / 100)))}`,
    )}
    y = table y+6 bare: 300 | 380> | 420> | 480> | 558>
    - ${taxes.map((part) => ['w tym', pl(part.net), `${part.rate}%`, pl(part.tax), pl(sum([part.net, part.tax]))])}
    - Razem | ${pl(net)} |  | ${pl(tax)} | ${pl(gross)}
    y+20: 36b/12 Do zapłaty: ${pl(gross)} PLN
    y+36: 36 Słownie: jeden tysiąc dwieście trzydzieści cztery złote 00/100
    780: 120^ Osoba upoważniona do odbioru | 470^ Osoba upoważniona do wystawienia
  `
  return sheet.says`INVOICE polish-faktura.pdf
    invoice_number ${number} | invoice_date ${date} | due_date ${due} | vendor_name ${seller.name}
      | vendor_tax_id ${seller.taxId} | customer_name ${buyer.name} | customer_tax_id ${buyer.taxId}
      | subtotal ${net} | total_tax ${tax} | invoice_total ${gross} | amount_due ${gross} | currency PLN
      | iban ${account}
      | line_items ${items.map(({ text, quantity, amount }) => ({ description: text, quantity, amount }))}
    optional payment_terms invoice_total`
}

/** A Czech invoice: two columns of captions, three dates, a variable symbol equal to the number. */
export const czechFaktura: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'cz')
  const items = itemsOf(chance, ['Montáž klimatizace', 'Měděné potrubí', 'Doprava', 'Revize zařízení'], {
    rates: [21],
    dear: 1_900,
  })
  const [net, tax] = [netOf(items), cents(netOf(items) * 0.21)]
  const gross = sum([net, tax])
  const [date, number, account] = [dayOf(chance), `25${chance.digits(6)}`, iban(chance, 'CZ')]
  const due = daysAfter(date, 14)
  const cz = (amount: number) => num('nordic', amount)
  const d = (iso: string) => day(iso, 'DD.MM.YYYY')
  const sheet = await open(chance, 'unicode 8.5 runs columns')
  sheet.print`44: 560>b/13 Faktura - daňový doklad č. ${number}`
  for (const [x, head, who] of [
    [36, 'DODAVATEL', seller],
    [305, 'ODBĚRATEL', buyer],
  ] as const) {
    sheet.print`
      70: ${x}/7#0.4 ${head}
      84: ${x}b/11 ${who.name}
      98: ${x} ${who.street} ¶ ${who.town}
      list 128 step 12: ${x} | ${x + 40}
      - IČO | ${who.taxId.slice(2)}
      - DIČ | ${who.taxId}
    `
  }
  sheet.print`
    list 170 step 12: 36 | 150
    - Bankovní účet | ${chance.digits(9)}/0800
    - IBAN | ${account}
    - Variabilní symbol | ${number}
    - Způsob platby | Převodem
    list 170 step 12: 305 | 555>
    - Datum vystavení | ${d(date)}
    -b Datum splatnosti | ${d(due)}
    - Datum uskut. plnění | ${d(daysAfter(date, -1))}
    y = table 240 rows: 36 | 80 MJ | 110 POPIS | 350> DPH | 440> CENA ZA MJ | 557> CELKEM BEZ DPH
    - ${items.map(
      ({ text, quantity, price, amount }) => cells`${quantity} | ks | ${text} | 21 % | ${cz(price)}
      | ${cz(amount)}`,
    )}
    table y+12 from 305 to 557: 305 SAZBA | 440> ZÁKLAD | 557> DPH
    - 21 % | ${cz(net)} | ${cz(tax)}
    rule y+50 305 557
    y+70: 305b K úhradě | 557>b/14 ${cz(gross)} Kč
    810: 36/6.5 Společnost je zapsána v obchodním rejstříku vedeném Městským soudem v Praze, oddíl C, vložka 118842.
  `
  return sheet.says`INVOICE czech-faktura.pdf
    invoice_number ${number} | invoice_date ${date} | due_date ${due} | vendor_name ${seller.name}
      | vendor_tax_id ${seller.taxId} | customer_name ${buyer.name} | customer_tax_id ${buyer.taxId}
      | subtotal ${net} | total_tax ${tax} | invoice_total ${gross} | amount_due ${gross} | currency CZK
      | iban ${account} | line_items ${rowsOf(items)}
    optional payment_terms invoice_total`
}
