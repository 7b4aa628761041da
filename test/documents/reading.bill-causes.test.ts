import { expect, test } from 'vitest'
import { classify } from '../../server/src/documents/classify/classify.ts'
import { extractInvoice } from '../../server/src/documents/extract/invoice/extract-invoice.ts'
import { extractPayStub } from '../../server/src/documents/extract/pay-stub/extract-pay-stub.ts'
import { extractStatement } from '../../server/src/documents/extract/statement/extract-statement.ts'
import type { Section } from '../../server/src/documents/model/findings.ts'
import { SOURCE } from './risk-case.ts'
import { type Written, writtenPage } from './written-page.ts'

const EXTRACTORS = { BANK_STATEMENT: extractStatement, INVOICE: extractInvoice, PAY_STUB: extractPayStub } as const

/** The fields that are read of a page of these texts. */
function read(type: keyof typeof EXTRACTORS, texts: readonly Written[]) {
  const section: Section = { type, confidence: 1, pages: [1], region: undefined }
  const page = writtenPage(texts)
  const { fields } = EXTRACTORS[type](section, [page], { source: SOURCE, pages: [page] })
  return Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]))
}

/** What a page of these texts is. */
function typeOf(texts: readonly Written[]) {
  const page = writtenPage(texts)
  return classify({ source: SOURCE, pages: [page] })[0]?.type
}

test('a number of tax under a name with a figure is nobody', () => {
  expect(
    read('INVOICE', [
      [40, 760, 'FACTURA'],
      [40, 740, 'Arquitectura Zubiri, S.L.'],
      [40, 700, 'CLIENTE'],
      [40, 687, 'Comunidad de Vecinos Portaleta 12'],
      [40, 674, 'CIF H31418227'],
      [40, 661, 'Portaleta 12 - 31001 Pamplona'],
    ]).customer_name,
  ).toBe('Comunidad de Vecinos Portaleta 12')
})

test('the postcode of an address beside it is no number of an invoice', () => {
  expect(
    read('INVOICE', [
      [40, 760, 'TAX INVOICE'],
      [260, 740, 'Invoice Number'],
      [420, 740, 'PE9 2AB'],
      [260, 727, 'INV-7719'],
      [420, 727, 'UNITED KINGDOM'],
    ]).invoice_number,
  ).not.toBe('PE9')
})

test('a row of all rates over a row for each of them is not added to them', () => {
  const rows: [string, string, string, string][] = [
    ['Razem', '11 158,00', '2 483,84', '13 641,84'],
    ['w tym 23%', '10 608,00', '2 439,84', '13 047,84'],
    ['w tym 8%', '550,00', '44,00', '594,00'],
  ]
  const fields = read('INVOICE', [
    [40, 760, 'Faktura VAT nr FV/77/10/2031'],
    [300, 640, 'Wartość netto'],
    [400, 640, 'Kwota VAT'],
    [500, 640, 'Wartość brutto'],
    ...rows.flatMap(([name, net, tax, gross], at): Written[] => [
      [200, 625 - 14 * at, name],
      [300, 625 - 14 * at, net],
      [400, 625 - 14 * at, tax],
      [500, 625 - 14 * at, gross],
    ]),
    [40, 540, 'Do zapłaty: 13 641,84 PLN'],
  ])
  expect(fields.total_tax).toBe(2483.84)
})

test('days of a Turkish and a Dutch statement, and a Romanian account of letters', () => {
  const head = (...rows: [string, string][]) =>
    rows.flatMap(([caption, value], at): Written[] => [
      [40, 740 - 14 * at, caption],
      [200, 740 - 14 * at, value],
    ])
  expect(
    read('BANK_STATEMENT', head(['Başlangıç Tarihi', '01.03.2031'], ['Bitiş Tarihi', '31.03.2031'])),
  ).toMatchObject({ statement_start_date: '2031-03-01', statement_end_date: '2031-03-31' })
  expect(read('BANK_STATEMENT', head(['Datum afschrift', '31-03-2031'])).statement_end_date).toBe('2031-03-31')
  expect(read('BANK_STATEMENT', [[40, 740, 'Nr. cont: RO41 BTRL RONC RT04 8981 9625']]).account_number).toBe(
    'RO41 BTRL RONC RT04 8981 9625',
  )
})

test('a Spanish stub shortens what is earned and what is taken off', () => {
  expect(
    read('PAY_STUB', [
      [40, 740, 'NÓMINA'],
      [300, 600, 'T. DEVENGADO'],
      [420, 600, 'T. A DEDUCIR'],
      [300, 588, '1.640,36'],
      [420, 588, '417,39'],
    ]),
  ).toMatchObject({ gross_pay: 1640.36, total_deductions: 417.39 })
})

test('a Portuguese declaration is told by what its lines go on to say', () => {
  expect(
    typeOf([
      [60, 760, 'Moagens do Sorraia, Lda.'],
      [240, 700, 'DECLARAÇÃO'],
      [60, 660, 'Para os devidos efeitos se declara que Joana Pires Falcato, contribuinte n.º 5, exerce'],
      [60, 646, 'funções nesta empresa desde 2 de maio de 2028, com contrato de trabalho sem termo, e'],
      [60, 632, 'que recebe o vencimento base mensal ilíquido de 1.318,40 € acrescido de subsídio.'],
    ]),
  ).toBe('INCOME_LETTER')
})

test('a French bill of electricity and the bill of a Brazilian card are no invoices', () => {
  expect(
    typeOf([
      [40, 760, 'Énergies de la Drôme'],
      [40, 740, 'Service clients'],
      [40, 720, 'N° de compte'],
      [160, 720, '7 719 226'],
      [40, 700, 'N° de facture'],
      [160, 700, '31 822 601'],
      [40, 640, "FACTURE D'ÉLECTRICITÉ DU 05/05/2031"],
      [40, 620, 'Lieu de consommation'],
      [160, 620, '7 rue Haute'],
      [40, 606, 'Abonnement 6 kVA'],
      [160, 606, 'Prix unitaire HT'],
      [40, 592, "Accise sur l'électricité"],
      [40, 578, 'TVA à 20 %'],
      [160, 578, '15,78 €'],
    ]),
  ).toBe('UTILITY_BILL')
  expect(
    typeOf([
      [40, 760, 'Banco do Vale S.A.'],
      [40, 740, 'Fatura do Cartão de Crédito'],
      [300, 740, 'Mastercard Gold'],
      [40, 700, 'Vencimento'],
      [200, 700, 'Pagamento mínimo'],
      [40, 686, '12/05/2031'],
      [200, 686, 'R$ 318,95'],
      [40, 640, 'RESUMO DA FATURA'],
      [40, 630, 'Limite total R$ 9.000,00'],
      [40, 620, '06/04 SUPERMERCADO'],
      [300, 620, '412,88'],
    ]),
  ).toBe('CREDIT_CARD_STATEMENT')
})
