import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { runPipeline } from '../../server/src/documents/pipeline.ts'

type Text = readonly [x: number, y: number, text: string, size?: number]

const HEAD: Text[] = [
  [60, 770, 'Fusteria Puigdemunt, S.L.', 14],
  [60, 752, 'Carrer de la Riera 12'],
  [60, 738, '08500 Vic'],
  [60, 724, 'NIF: B66123458'],
  [380, 770, 'FACTURA', 18],
  [380, 740, 'Número de factura: 2025/0147'],
  [380, 724, 'Data de la factura: 3 de març de 2025'],
  [380, 708, 'Data de venciment: 2 d’abril de 2025'],
  [60, 670, 'Facturar a:'],
  [60, 654, 'Llibreria Montseny, S.A.'],
  [60, 638, 'Plaça Major 4'],
  [60, 622, '17001 Girona'],
]

const COLUMNS = [60, 330, 400, 490]
const TABLE = [
  ['Descripció', 'Quantitat', 'Preu unitari', 'Import'],
  ['Prestatge de roure', '4', '120,00', '480,00'],
  ['Muntatge i transport', '1', '95,50', '95,50'],
].flatMap((row, at) => row.map((text, column): Text => [COLUMNS[column] as number, 580 - 20 * at, text]))

const FOOT: Text[] = [
  [380, 500, 'Base imposable'],
  [490, 500, '575,50'],
  [380, 484, 'IVA 21%'],
  [490, 484, '120,86'],
  [380, 468, 'Total factura'],
  [490, 468, '696,36 €'],
  [60, 430, 'Forma de pagament: transferència bancària a 30 dies'],
]

/** Catalan came as a file of words after everything else was there; this is what it was tried on. */
test('a Catalan invoice is read by the words of its language', async () => {
  const pdf = await PDFDocument.create()
  const [page, font] = [pdf.addPage([595, 842]), await pdf.embedFont(StandardFonts.Helvetica)]
  for (const [x, y, text, size = 10] of [...HEAD, ...TABLE, ...FOOT]) page.drawText(text, { x, y, size, font })
  const { parts } = await runPipeline(await pdf.save(), undefined, { ocr: false })
  expect(parts.map(({ type }) => type)).toEqual(['INVOICE'])
  const values = Object.fromEntries(Object.entries(parts[0]?.fields ?? {}).map(([name, { value }]) => [name, value]))
  expect(values).toMatchObject({
    vendor_name: 'Fusteria Puigdemunt, S.L.',
    customer_name: 'Llibreria Montseny, S.A.',
    invoice_number: '2025/0147',
    invoice_date: '2025-03-03',
    due_date: '2025-04-02',
    subtotal: 575.5,
    total_tax: 120.86,
    invoice_total: 696.36,
    currency: 'EUR',
  })
  expect(parts[0]?.tables.flatMap(({ rows }) => rows.map((row) => row.values))).toMatchObject([
    { description: 'Prestatge de roure', quantity: 4, unit_price: 120, amount: 480 },
    { description: 'Muntatge i transport', quantity: 1, unit_price: 95.5, amount: 95.5 },
  ])
})
