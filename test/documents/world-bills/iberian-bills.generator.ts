import { cells } from '../printer/table.ts'
import type { Generator } from '../specimen.ts'
import { dayOf, itemsOf, netOf, open, rowsOf, taxesOf } from './bill.ts'
import { iban } from './ids.ts'
import { human, parties } from './parties.ts'
import { cents, day, daysAfter, num, sum } from './print.ts'

const es = (amount: number) => num('de', amount)

/** A self-employed person's invoice: the client keeps income tax back. */
export const spanishWithheld: Generator = async (chance) => {
  const [, buyer] = parties(chance, 'es')
  const who = human(chance)
  const nif = `${chance.digits(8)}`
  const id = `${nif}${'TRWAGMYFPDXBNJZSQVHLCKE'[Number(nif) % 23]}`
  const items = itemsOf(
    chance,
    ['Proyecto básico vivienda', 'Dirección de obra', 'Visado colegial', 'Desplazamientos'],
    { dear: 700, most: 3 },
  )
  const net = netOf(items)
  const [tax, withheld] = [cents(net * 0.21), cents(net * 0.15)]
  const [date, account] = [dayOf(chance), iban(chance, 'ES')]
  const number = `${date.slice(0, 4)}/${chance.digits(3)}`
  const total = cents(net + tax - withheld)
  const sheet = await open(chance, '9.5 runs')
  sheet.print`
    60: 50b/20#0.3 FACTURA
    90: 50 ${who} ¶ Arquitecta colegiada 11.842 ¶ C/ Fuencarral, 100, 3º ¶ 28004 Madrid ¶ NIF: ${id} | 320b Cliente
    103: 320 ${buyer.name} ¶ ${buyer.street} ¶ ${buyer.town} ¶ CIF: ${buyer.taxId}
    list 175: 320 | 420
    - Nº factura: | ${number}
    - Fecha: | ${day(date, 'DD-MM-YYYY')}
    y = table 230 rows from 46 to 549 band 0.88: 50 Concepto | 330> Cantidad | 430> Precio | 545> Importe
    - ${items.map(({ text, quantity, price, amount }) => [text, String(quantity), `${es(price)}€`, `${es(amount)}€`])}
    list y+10 step 16: 360 | 545>
    - Base imponible | ${es(net)}€
    - IVA (21%) | ${es(tax)}€
    - Retención IRPF (15%) | -${es(withheld)}€
    -b/11 TOTAL | ${es(total)}€
    y+100: 50 Forma de pago: transferencia ¶ Nº de cuenta: ${account}
  `
  return sheet.says`INVOICE spanish-withheld.pdf
    invoice_number ${number} | invoice_date ${date} | vendor_name ${who} | vendor_tax_id ${id}
      | customer_name ${buyer.name} | customer_tax_id ${buyer.taxId} | subtotal ${net} | total_tax ${tax}
      | invoice_total ${total} | currency EUR | iban ${account} | line_items ${rowsOf(items)}
    optional payment_terms amount_due invoice_total`
}

/** Tax, surcharge of equivalence, discounts by line, totals in one row of boxes along the foot. */
export const spanishWholesale: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'es')
  const items = itemsOf(chance, ['ACEITE GIRASOL 5L', 'HARINA TRIGO 25KG', 'SERVILLETA 30X30', 'LECHE ENTERA 1L'], {
    rates: [10, 21],
    count: 5,
    decimals: 3,
    dear: 30,
  })
  const taxes = taxesOf(items)
  const [net, tax] = [netOf(items), sum(taxes.map((part) => part.tax))]
  const [date, number] = [dayOf(chance), `A/${chance.digits(6)}`]
  const due = daysAfter(date, 60)
  const sheet = await open(chance, 'mono 8')
  sheet.print`
    40: 30 ${seller.name.toUpperCase()} ¶ ${seller.street.toUpperCase()} ¶ ${seller.town.toUpperCase()}
      ¶ N.I.F.: ${seller.taxId} ¶ Tel. 91 555 01 88
    box 300 30 265 80
    44: 306 ${buyer.name.toUpperCase()} ¶ ${buyer.street.toUpperCase()} ¶ ${buyer.town.toUpperCase()}
      ¶ N.I.F.: ${buyer.taxId}
    table 140 grid from 30 to 565 heading b/7: 34 FACTURA | 130 FECHA | 210 CLIENTE | 290 FORMA DE PAGO
      | 460 VENCIMIENTO
    - ${number} | ${day(date, 'DD/MM/YY')} | ${chance.digits(5)} | GIRO 60 DIAS | ${day(due, 'DD/MM/YY')}
    table 190: 34 CODIGO | 90 DESCRIPCION | 290> CANT. | 350> PRECIO | 400> DTO | 450> IVA | 562> IMPORTE
    - ${items.map(
      ({ text, quantity, price, rate, amount }) => cells`${chance.digits(6)} | ${text}
      | ${num('de', quantity)} | ${num('de', price, 3)} | 0,00 | ${rate} | ${es(amount)}`,
    )}
    table 700 grid from 30 to 565: 110> BASE | 160> %IVA | 240> CUOTA | 300> %R.E. | 370> CUOTA | 562> TOTAL FACTURA
    - ${taxes.map(
      (part, i) => cells`${es(part.net)} | ${es(part.rate)} | ${es(part.tax)} |  |
      | ${i === 0 ? `${es(sum([net, tax]))} EUR` : ''}`,
    )}
  `
  return sheet.says`INVOICE spanish-wholesale.pdf
    invoice_number ${number} | invoice_date ${date} | due_date ${due} | vendor_name ${seller.name}
      | vendor_tax_id ${seller.taxId} | customer_name ${buyer.name} | customer_tax_id ${buyer.taxId}
      | total_tax ${tax} | subtotal ${net} | invoice_total ${sum([net, tax])} | currency EUR
      | line_items ${rowsOf(items)}
    optional payment_terms amount_due total_tax subtotal`
}

/** A Portuguese certified invoice: ATCUD, a summary of taxes, the date first the year. */
export const portugueseFatura: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'pt')
  const items = itemsOf(chance, ['Azulejo 20x20 azul', 'Cimento cola 25kg', 'Mão de obra', 'Rejunte branco'], {
    rates: [23],
    decimals: 4,
    dear: 60,
  })
  const [net, tax] = [netOf(items), cents(netOf(items) * 0.23)]
  const [date, number, account] = [dayOf(chance), `FT A/${chance.whole(100, 2999)}`, iban(chance, 'PT')]
  const due = daysAfter(date, 30)
  const sheet = await open(chance, '8 words')
  sheet.print`
    44: 36 ${seller.name} ¶ ${seller.street} ¶ ${seller.town} ¶ NIF: ${seller.taxId} ¶ Capital Social: 5.000,00 EUR
      ¶ Matriculada na CRC de Lisboa
    110: 340 Exmo.(s) Sr.(s) ¶ ${buyer.name} ¶ ${buyer.street} ¶ ${buyer.town}
    170: 36b/12 Fatura n.º ${number} | 560>/8 Original
    183: 36 ATCUD: JFX${chance.digits(5)}-${chance.digits(3)}
    table 205 head: 40 V/N.º Contrib. | 160 Data | 260 Vencimento | 370 Condição Pagamento | 510 Moeda
    - ${buyer.taxId} | ${date} | ${due} | 30 dias | EUR
    y = table 250 head: 40 Artigo | 100 Descrição | 300> Qtd. | 306 Un. | 400> Pr. Unitário | 440> Desc. | 480> IVA
      | 556> Valor
    - ${items.map(
      ({ text, quantity, price, amount }) => cells`${chance.digits(5)} | ${text}
      | ${num('de', quantity)} | UN | ${num('de', price, 4)} | 0,00 | 23,00 | ${es(amount)}`,
    )}
    table y+20 head from 36 to 250: 40 Taxa/Valor | 160> Incid./Qtd. | 240> Total
    - IVA (23,00) | ${es(net)} | ${es(tax)}
    list y+20 step 15: 360 | 556>
    - Mercadoria/Serviços | ${es(net)}
    - Descontos Comerciais | ${es(0)}
    - IVA | ${es(tax)}
    -b/11 Total (EUR) | ${es(sum([net, tax]))}
    780: 36/7 Transferência bancária: IBAN ${account} ¶ hT4x-Processado por programa certificado n.º 0118/AT
  `
  return sheet.says`INVOICE portuguese-fatura.pdf
    invoice_number ${number} | invoice_date ${date} | due_date ${due} | vendor_name ${seller.name}
      | vendor_tax_id ${seller.taxId} | customer_name ${buyer.name} | customer_tax_id ${buyer.taxId}
      | subtotal ${net} | total_tax ${tax} | invoice_total ${sum([net, tax])} | currency EUR | iban ${account}
      | payment_terms 30 dias | line_items ${rowsOf(items)}
    optional amount_due`
}

/** A Mexican fiscal print: the folio, the tax regime, keys of the catalogue. */
export const mexicanCfdi: Generator = async (chance) => {
  const [seller, buyer] = parties(chance, 'es').map((party) => ({
    ...party,
    name: party.name.replace(/S\.L\.U?\.?|S\.A\./, 'S.A. de C.V.'),
  })) as [ReturnType<typeof parties>[0], ReturnType<typeof parties>[1]]
  const items = itemsOf(chance, ['Servicio de flete local', 'Maniobras de carga', 'Almacenaje mensual'], {
    rates: [16],
    dear: 2_400,
  })
  const [net, tax] = [netOf(items), cents(netOf(items) * 0.16)]
  const [date, number] = [dayOf(chance), `A${chance.digits(4)}`]
  const [rfc, rfc2] = [`GCA${chance.digits(6)}K1${chance.digits(1)}`, `TAR${chance.digits(6)}H2${chance.digits(1)}`]
  const usd = (amount: number) => `$${num('en', amount)}`
  const sheet = await open(chance, 'letter 8 words')
  sheet.print`
    50: 40b/13 ${seller.name}
    64: 40 RFC: ${rfc} ¶ Régimen fiscal: 601 General de Ley Personas Morales ¶ Lugar de expedición: 64000
    box 380 36 195 60
    list 50 step 11: 386 | 460
    - Factura | ${number}
    - Fecha | ${date}T10:18:44
    - Tipo | I - Ingreso
    - Moneda | MXN
    120: 40b Receptor
    132: 40 ${buyer.name} ¶ RFC: ${rfc2} ¶ Uso CFDI: G03 Gastos en general
    y = table 190 head: 70> Cant. | 80 Clave | 140 Unidad | 200 Descripción | 490> P. Unitario | 572> Importe
    - ${items.map(
      ({ text, quantity, price, amount }) => cells`${num('en', quantity)} | 78101800 | E48 | ${text}
      | ${usd(price)} | ${usd(amount)}`,
    )}
    list y+8: 420 | 572>
    - Subtotal | ${usd(net)}
    - IVA 16% | ${usd(tax)}
    -b Total | ${usd(sum([net, tax]))}
    y+8: 40 Forma de pago: 03 Transferencia electrónica ¶ Método de pago: PUE
      ¶ Folio fiscal: 5B${chance.digits(6)}-44A1-4C09-9F1E-${chance.digits(12)}
    y+90: 40<530/6 ${`||1.1|${chance.digits(20)}|${date}T10:20:01|SAT970701NN3|dGhpc2lzbm90YXNlYWwK||`}
  `
  return sheet.says`INVOICE mexican-cfdi.pdf
    invoice_number ${number} | invoice_date ${date} | vendor_name ${seller.name} | vendor_tax_id ${rfc}
      | customer_name ${buyer.name} | customer_tax_id ${rfc2} | subtotal ${net} | total_tax ${tax}
      | invoice_total ${sum([net, tax])} | currency MXN | line_items ${rowsOf(items)}
    optional amount_due payment_terms`
}
