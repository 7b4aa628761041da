import { MessageChannel } from 'node:worker_threads'
import { degrees, PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import type { Box } from '../../server/src/documents/model/box.ts'
import { STANDARD_POLICY } from '../../server/src/documents/risk/policy/policy.ts'
import type { Judged, WorkerMessage } from '../../server/src/documents/threads/work.ts'
import analyzeInThread from '../../server/src/documents/worker.ts'

const LINES = [
  'INVOICE',
  'Northwind Carpentry Ltd.',
  'Invoice number: 4711',
  'Invoice date: 2025-03-14',
  'Due date: 2025-04-14',
  'Bill to: Harbour Books',
  'Subtotal: 100.00',
  'Tax: 10.00',
  'Total: 190.00',
  'Currency: USD',
]
const [WIDTH, HEIGHT] = [612, 792]

/** An invoice whose total is wrong, printed on its head or not; the page says nothing of it. */
async function invoice(onItsHead: boolean): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  const page = pdf.addPage([WIDTH, HEIGHT])
  for (const [index, line] of LINES.entries()) {
    const [x, y] = [72, 720 - 16 * index]
    const at = onItsHead ? { x: WIDTH - x, y: HEIGHT - y, rotate: degrees(180) } : { x, y }
    page.drawText(line, { ...at, size: 11, font })
  }
  return await pdf.save({ useObjectStreams: false })
}

/** What the thread says of a file. */
async function judged(bytes: Uint8Array): Promise<Judged> {
  const { port1, port2 } = new MessageChannel()
  const told: Promise<Judged> = new Promise((resolve) => {
    port1.on('message', (message: WorkerMessage) => 'judged' in message && resolve(message.judged))
  })
  const work = { bytes: new Uint8Array(bytes), documentId: 'doc_1', createdAt: '2025-01-01T00:00:00.000Z' }
  await analyzeInThread({ ...work, mostPages: 10, compare: false, draw: false, policy: STANDARD_POLICY, port: port2 })
  return await told
}

const turned = ([x0, y0, x1, y1]: Box): Box => [WIDTH - x1, HEIGHT - y1, WIDTH - x0, HEIGHT - y0]

test('the evidence of a page on its head lies where a viewer shows it, of fields as of flags', async () => {
  const [upright, onItsHead] = [await judged(await invoice(false)), await judged(await invoice(true))]
  const fieldsOf = ({ parts }: Judged) => parts[0]?.fields ?? {}
  expect(Object.keys(fieldsOf(onItsHead)).sort()).toEqual(Object.keys(fieldsOf(upright)).sort())
  expect(fieldsOf(upright).invoice_total?.value).toBe(190)
  for (const [name, { value, box }] of Object.entries(fieldsOf(upright))) {
    const field = fieldsOf(onItsHead)[name]
    expect(field?.value).toBe(value)
    for (const [side, place] of turned(box).entries()) expect(field?.box[side], name).toBeCloseTo(place, 0)
  }
  const evidence = ({ assessment }: Judged) =>
    assessment.flags.find(({ code }) => code === 'INVOICE_TOTAL')?.evidence.map(({ bbox }) => bbox) ?? []
  expect(evidence(upright).length).toBeGreaterThan(0)
  expect(evidence(onItsHead).length).toBe(evidence(upright).length)
  for (const [index, box] of evidence(upright).entries())
    for (const [side, place] of turned(box).entries()) expect(evidence(onItsHead)[index]?.[side]).toBeCloseTo(place, 0)
})
