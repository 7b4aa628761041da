import { expect, test } from 'vitest'
import { runPipeline } from '../../server/src/documents/pipeline.ts'
import { rawPdf } from './raw-pdf.ts'

const escaped = (text: string) => text.replace(/[\\()]/g, '\\$&')

/** Where the cells of a line begin; those that are amounts end where the next one begins. */
const COLUMNS = [40, 120, 260, 340, 420, 500]

/** What is read of a page of these lines; cells that are amounts stand at the right of their columns. */
async function read(lines: readonly string[]) {
  const content = lines.flatMap((line, row) =>
    line.split('|').map((cell, at) => {
      const from = COLUMNS[at] as number
      const x = /^[-+]?[\d.]+,\d\d$/.test(cell) ? from + 70 - 5 * cell.length : from
      // Helvetica's own encoding has the letters of Western Europe.
      const text = Buffer.from(escaped(cell), 'latin1').toString('latin1')
      return `BT /F1 9 Tf 1 0 0 1 ${x} ${750 - 15 * row} Tm (${text}) Tj ET`
    }),
  )
  const { parts, flags } = await runPipeline(rawPdf({ content: content.join('\n') }), undefined, { ocr: false })
  const [part] = parts
  const fields = Object.fromEntries(Object.entries(part?.fields ?? {}).map(([name, { value }]) => [name, value]))
  const rows = part?.tables.flatMap(({ rows: all }) => all.map(({ values }) => values)) ?? []
  const alarms = flags.filter(({ severity }) => severity !== 'info' && severity !== 'low').map(({ code }) => code)
  return { type: part?.type, fields, rows, alarms }
}

const PAY = { alarms: [], type: 'PAY_STUB' }

test.each<[string, string[], Record<string, string | number>]>([
  [
    'Swedish',
    [
      'Exempelverken AB',
      'Lönespecifikation',
      'Utbetalningsdag 2026-08-25',
      'Löneart|Antal|Á-pris|Belopp',
      'Månadslön|1,00|31.400,00|31.400,00',
      'Övertid|4,00|318,00|1.272,00',
      'Bruttolön|||32.672,00',
      'Preliminär skatt|||-7.432,00',
      'Nettolön att utbetala|||25.240,00',
    ],
    { gross_pay: 32672, net_pay: 25240, total_taxes: -7432, pay_date: '2026-08-25' },
  ],
  [
    'Danish, with the year beside the month',
    [
      'Eksempelriet ApS',
      'Lønseddel',
      'Lønperiode 01.07.2026 - 31.07.2026',
      'Løndel|Enheder|Sats|Beløb|År til dato',
      'Månedsløn|160,33|172,50|27.656,93|193.598,51',
      'Bruttoløn|||27.656,93|193.598,51',
      'A-skat 37%|||-9.213,00|-64.491,00',
      'Til udbetaling|||18.443,93|129.107,51',
    ],
    { gross_pay: 27656.93, net_pay: 18443.93, ytd_gross_pay: 193598.51, ytd_net_pay: 129107.51 },
  ],
  [
    'Portuguese, summed under its columns',
    [
      'Conservas Exemplo, Lda.',
      'Recibo de Vencimento',
      'Data de pagamento: 31-08-2026',
      'Nome: Marta Isabel Viegas',
      'Cód|Descrição|Qtd|Abonos|Descontos',
      '1|Vencimento base|30,00|1.020,00',
      '12|Subsídio de turno||102,00',
      '50|Segurança Social 11%|||123,42',
      '51|IRS 8,5%|||95,37',
      'Totais|||1.122,00|218,79',
      'Total líquido a receber: 903,21',
    ],
    { employee_name: 'Marta Isabel Viegas', gross_pay: 1122, total_deductions: 218.79, net_pay: 903.21 },
  ],
  [
    'Italian, whose sums of two columns are those of different rows',
    [
      'Tessitura Esempio S.R.L.',
      'PROSPETTO PAGA',
      'Dipendente: CARRARA SILVIA',
      'Cod.|Descrizione|Dato base|Trattenute|Competenze',
      '0010|Retribuzione ordinaria|11,54||1.939,06',
      '0120|Lavoro straordinario|14,43||86,57',
      '0300|Scatti|||41,32',
      '8010|Contributo INPS||196,16',
      '9001|IRPEF netta||270,79',
      'TOTALI|||466,95|2.066,95',
      'NETTO DEL MESE 1.600,00',
    ],
    { employee_name: 'CARRARA SILVIA', gross_pay: 2066.95, total_deductions: 466.95, net_pay: 1600 },
  ],
])('a pay stub in %s', async (_, lines, fields) => expect(await read(lines)).toMatchObject({ ...PAY, fields }))

const ACCOUNT = { alarms: [], type: 'BANK_STATEMENT' }

test('a Norwegian statement, with days of interest among its rows', async () => {
  const read1 = await read([
    'SpareBank Eksempel',
    'KONTOUTSKRIFT',
    'Periode 01.06.2026 - 30.06.2026',
    'Dato|Forklaring|Rentedato|Ut av konto|Inn på konto',
    '01.06|Saldo fra kontoutskrift 31.05.2026|||14.220,18',
    '03.06|Varekjøp|02.06|612,40',
    '12.06|Lønn Eksempel Kommune|12.06||29.418,00',
    '15.06|Husleie juni|15.06|9.500,00',
    '30.06|Saldo i Deres favør|||33.525,78',
  ])
  expect(read1).toMatchObject({ ...ACCOUNT, fields: { opening_balance: 14220.18, closing_balance: 33525.78 } })
  expect(read1.rows).toEqual([
    { date: '2026-06-03', description: 'Varekjøp', withdrawal: 612.4 },
    { date: '2026-06-12', description: 'Lønn Eksempel Kommune', deposit: 29418 },
    { date: '2026-06-15', description: 'Husleie juni', withdrawal: 9500 },
  ])
})

test('a Finnish statement, whose headings go on in a second line', async () => {
  const found = await read([
    'Esimerkin Osuuspankki',
    'TILIOTE 7/2026',
    'Ajalta 1.7.2026 - 31.7.2026',
    'Tilinumero FI21 1234 5600 0007 85',
    'Kirjaus|Selitys|Arvo|Määrä',
    'päivä||päivä|EUR',
    '1.7.2026|Alkusaldo||1.204,18',
    '3.7.2026|Korttiosto|3.7.2026|-84,20',
    '15.7.2026|Palkka|15.7.2026|2.318,44',
    '31.7.2026|Loppusaldo||3.438,42',
  ])
  expect(found).toMatchObject({
    ...ACCOUNT,
    fields: { account_number: 'FI21 1234 5600 0007 85', opening_balance: 1204.18, closing_balance: 3438.42 },
  })
  expect(found.rows).toMatchObject([{ withdrawal: 84.2 }, { deposit: 2318.44 }])
})

test("a till's slip that is headed as an invoice is a receipt", async () => {
  const { type, fields } = await read([
    'EXAMPLE HARDWARE',
    'TAX INVOICE',
    '22/08/2026 09:14',
    'Star pickets|79.50',
    'Fence strainer|64.90',
    'TOTAL (inc GST)|$144.40',
    'GST included|$13.13',
    'EFTPOS|$144.40',
    'Change|$0.00',
  ])
  expect(type).toBe('RECEIPT')
  expect(fields).toMatchObject({ total: 144.4 })
})
