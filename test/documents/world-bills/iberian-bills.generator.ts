import type { Generator } from '../specimen.ts'
import { dayOf, invoice, itemsOf, netOf, rowsOf, taxesOf } from './bill.ts'
import { iban } from './ids.ts'
import { human, parties } from './parties.ts'
import { cents, day, daysAfter, num, sum } from './print.ts'
import { Sheet } from './sheet.ts'

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
  const sheet = await Sheet.open(chance, { text: 9.5, cut: 'runs' })
  sheet.at(50, 60, 'FACTURA', { size: 20, bold: true, grey: 0.3 })
  sheet.lines(50, 90, [who, 'Arquitecta colegiada 11.842', 'C/ Fuencarral, 100, 3º', '28004 Madrid', `NIF: ${id}`])
  sheet
    .at(320, 90, 'Cliente', { bold: true })
    .lines(320, 103, [buyer.name, buyer.street, buyer.town, `CIF: ${buyer.taxId}`])
  sheet.pairs(320, 420, 175, [
    ['Nº factura:', number],
    ['Fecha:', day(date, 'DD-MM-YYYY')],
  ])
  const y = sheet.table(
    230,
    [
      ['Concepto', 50],
      ['Cantidad', 330, 'r'],
      ['Precio', 430, 'r'],
      ['Importe', 545, 'r'],
    ],
    items.map(({ text, quantity, price, amount }) => [text, String(quantity), `${es(price)}€`, `${es(amount)}€`]),
    { rules: 'rows', from: 46, to: 549, band: 0.88 },
  )
  sheet.pairs(
    360,
    -545,
    y + 10,
    [
      ['Base imponible', `${es(net)}€`],
      ['IVA (21%)', `${es(tax)}€`],
      ['Retención IRPF (15%)', `-${es(withheld)}€`],
      ['TOTAL', `${es(total)}€`, { bold: true, size: 11 }],
    ],
    16,
  )
  sheet.lines(50, y + 100, ['Forma de pago: transferencia', `Nº de cuenta: ${account}`])
  return invoice(
    'spanish-withheld',
    sheet,
    {
      invoice_number: number,
      invoice_date: date,
      vendor_name: who,
      vendor_tax_id: id,
      customer_name: buyer.name,
      customer_tax_id: buyer.taxId,
      subtotal: net,
      total_tax: tax,
      invoice_total: total,
      currency: 'EUR',
      iban: account,
    },
    { rows: rowsOf(items), optional: ['payment_terms', 'amount_due', 'invoice_total'] },
  )
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
  const sheet = await Sheet.open(chance, { family: 'mono', text: 8 })
  sheet.lines(30, 40, [
    seller.name.toUpperCase(),
    seller.street.toUpperCase(),
    seller.town.toUpperCase(),
    `N.I.F.: ${seller.taxId}`,
    'Tel. 91 555 01 88',
  ])
  sheet
    .box(300, 30, 265, 80)
    .lines(306, 44, [
      buyer.name.toUpperCase(),
      buyer.street.toUpperCase(),
      buyer.town.toUpperCase(),
      `N.I.F.: ${buyer.taxId}`,
    ])
  sheet.table(
    140,
    [
      ['FACTURA', 34],
      ['FECHA', 130],
      ['CLIENTE', 210],
      ['FORMA DE PAGO', 290],
      ['VENCIMIENTO', 460],
    ],
    [[number, day(date, 'DD/MM/YY'), chance.digits(5), 'GIRO 60 DIAS', day(due, 'DD/MM/YY')]],
    { rules: 'grid', from: 30, to: 565, headInk: { size: 7 } },
  )
  sheet.table(
    190,
    [
      ['CODIGO', 34],
      ['DESCRIPCION', 90],
      ['CANT.', 290, 'r'],
      ['PRECIO', 350, 'r'],
      ['DTO', 400, 'r'],
      ['IVA', 450, 'r'],
      ['IMPORTE', 562, 'r'],
    ],
    items.map(({ text, quantity, price, rate, amount }) => [
      chance.digits(6),
      text,
      num('de', quantity),
      num('de', price, 3),
      '0,00',
      `${rate}`,
      es(amount),
    ]),
  )
  sheet.table(
    700,
    [
      ['BASE', 110, 'r'],
      ['%IVA', 160, 'r'],
      ['CUOTA', 240, 'r'],
      ['%R.E.', 300, 'r'],
      ['CUOTA', 370, 'r'],
      ['TOTAL FACTURA', 562, 'r'],
    ],
    taxes.map((part, i) => [
      es(part.net),
      es(part.rate),
      es(part.tax),
      '',
      '',
      i === 0 ? `${es(sum([net, tax]))} EUR` : '',
    ]),
    { rules: 'grid', from: 30, to: 565 },
  )
  return invoice(
    'spanish-wholesale',
    sheet,
    {
      invoice_number: number,
      invoice_date: date,
      due_date: due,
      vendor_name: seller.name,
      vendor_tax_id: seller.taxId,
      customer_name: buyer.name,
      customer_tax_id: buyer.taxId,
      total_tax: tax,
      subtotal: net,
      invoice_total: sum([net, tax]),
      currency: 'EUR',
    },
    { rows: rowsOf(items), optional: ['payment_terms', 'amount_due', 'total_tax', 'subtotal'] },
  )
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
  const sheet = await Sheet.open(chance, { text: 8, cut: 'words' })
  sheet.lines(36, 44, [
    seller.name,
    seller.street,
    seller.town,
    `NIF: ${seller.taxId}`,
    'Capital Social: 5.000,00 EUR',
    'Matriculada na CRC de Lisboa',
  ])
  sheet.lines(340, 110, ['Exmo.(s) Sr.(s)', buyer.name, buyer.street, buyer.town])
  sheet
    .at(36, 170, `Fatura n.º ${number}`, { size: 12, bold: true })
    .right(560, 170, 'Original', { size: 8 })
    .at(36, 183, `ATCUD: JFX${chance.digits(5)}-${chance.digits(3)}`)
  sheet.table(
    205,
    [
      ['V/N.º Contrib.', 40],
      ['Data', 160],
      ['Vencimento', 260],
      ['Condição Pagamento', 370],
      ['Moeda', 510],
    ],
    [[buyer.taxId, date, due, '30 dias', 'EUR']],
    { rules: 'head' },
  )
  const y = sheet.table(
    250,
    [
      ['Artigo', 40],
      ['Descrição', 100],
      ['Qtd.', 300, 'r'],
      ['Un.', 306],
      ['Pr. Unitário', 400, 'r'],
      ['Desc.', 440, 'r'],
      ['IVA', 480, 'r'],
      ['Valor', 556, 'r'],
    ],
    items.map(({ text, quantity, price, amount }) => [
      chance.digits(5),
      text,
      num('de', quantity),
      'UN',
      num('de', price, 4),
      '0,00',
      '23,00',
      es(amount),
    ]),
    { rules: 'head' },
  )
  sheet.table(
    y + 20,
    [
      ['Taxa/Valor', 40],
      ['Incid./Qtd.', 160, 'r'],
      ['Total', 240, 'r'],
    ],
    [['IVA (23,00)', es(net), es(tax)]],
    { from: 36, to: 250, rules: 'head' },
  )
  sheet.pairs(
    360,
    -556,
    y + 20,
    [
      ['Mercadoria/Serviços', es(net)],
      ['Descontos Comerciais', es(0)],
      ['IVA', es(tax)],
      ['Total (EUR)', es(sum([net, tax])), { bold: true, size: 11 }],
    ],
    15,
  )
  sheet.lines(
    36,
    780,
    [`Transferência bancária: IBAN ${account}`, 'hT4x-Processado por programa certificado n.º 0118/AT'],
    { size: 7 },
  )
  return invoice(
    'portuguese-fatura',
    sheet,
    {
      invoice_number: number,
      invoice_date: date,
      due_date: due,
      vendor_name: seller.name,
      vendor_tax_id: seller.taxId,
      customer_name: buyer.name,
      customer_tax_id: buyer.taxId,
      subtotal: net,
      total_tax: tax,
      invoice_total: sum([net, tax]),
      currency: 'EUR',
      iban: account,
      payment_terms: '30 dias',
    },
    { rows: rowsOf(items), optional: ['amount_due'] },
  )
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
  const sheet = await Sheet.open(chance, { size: 'letter', text: 8, cut: 'words' })
  sheet
    .at(40, 50, seller.name, { size: 13, bold: true })
    .lines(40, 64, [`RFC: ${rfc}`, 'Régimen fiscal: 601 General de Ley Personas Morales', 'Lugar de expedición: 64000'])
  sheet.box(380, 36, 195, 60).pairs(
    386,
    460,
    50,
    [
      ['Factura', number],
      ['Fecha', `${date}T10:18:44`],
      ['Tipo', 'I - Ingreso'],
      ['Moneda', 'MXN'],
    ],
    11,
  )
  sheet
    .at(40, 120, 'Receptor', { bold: true })
    .lines(40, 132, [buyer.name, `RFC: ${rfc2}`, 'Uso CFDI: G03 Gastos en general'])
  const y = sheet.table(
    190,
    [
      ['Cant.', 70, 'r'],
      ['Clave', 80],
      ['Unidad', 140],
      ['Descripción', 200],
      ['P. Unitario', 490, 'r'],
      ['Importe', 572, 'r'],
    ],
    items.map(({ text, quantity, price, amount }) => [
      num('en', quantity),
      '78101800',
      'E48',
      text,
      usd(price),
      usd(amount),
    ]),
    { rules: 'head' },
  )
  sheet.pairs(420, -572, y + 8, [
    ['Subtotal', usd(net)],
    ['IVA 16%', usd(tax)],
    ['Total', usd(sum([net, tax])), { bold: true }],
  ])
  sheet.lines(40, y + 8, [
    'Forma de pago: 03 Transferencia electrónica',
    'Método de pago: PUE',
    `Folio fiscal: 5B${chance.digits(6)}-44A1-4C09-9F1E-${chance.digits(12)}`,
  ])
  sheet.prose(40, y + 90, 530, `||1.1|${chance.digits(20)}|${date}T10:20:01|SAT970701NN3|dGhpc2lzbm90YXNlYWwK||`, {
    size: 6,
  })
  return invoice(
    'mexican-cfdi',
    sheet,
    {
      invoice_number: number,
      invoice_date: date,
      vendor_name: seller.name,
      vendor_tax_id: rfc,
      customer_name: buyer.name,
      customer_tax_id: rfc2,
      subtotal: net,
      total_tax: tax,
      invoice_total: sum([net, tax]),
      currency: 'MXN',
    },
    { rows: rowsOf(items), optional: ['amount_due', 'payment_terms'] },
  )
}
