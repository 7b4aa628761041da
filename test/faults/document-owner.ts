import { Chance, sleep } from '../load/chance.ts'
import { events, post } from '../server/documents-service.ts'
import { invoiceLines, madePdf } from '../server/made-pdf.ts'
import { ComeAgain, persist } from './persist.ts'
import type { Trade } from './traders.ts'

/** Has invoices analysed, again and again, and erases some of them; `onStage` hears how far the newest one is. */
export async function analyseDocuments(trade: Trade, key: string, onStage: (stage: string) => void): Promise<void> {
  const chance = new Chance(trade.seed, 'documents')
  for (let serial = 0; !trade.over; serial++) {
    const pdf = await madePdf({ lines: invoiceLines(`F-${serial}`, `${serial}.50`) })
    const document_id = await analyse(trade, key, pdf, onStage)
    if (document_id !== undefined) trade.told.documents.set(document_id, 'kept')
    const kept = [...trade.told.documents].filter(([, state]) => state === 'kept')
    if (kept.length > 0 && chance.next() < 0.2) await erase(trade, key, chance.pick(kept)[0])
    await sleep(50)
  }
}

/** The id of the document where the server said that it has it; an analysis that breaks off is not repeated. */
async function analyse({ place }: Trade, as: string, pdf: Uint8Array, onStage: (stage: string) => void) {
  try {
    const response = await post(place.documentsUrl, pdf, { as, headers: { accept: 'text/event-stream' } })
    for await (const said of events(response)) {
      if (said.event === 'result') return said.data.document_id
      if (said.event === 'error') throw new Error(`an analysis failed: ${said.data.error}`)
      onStage(said.data.stage)
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
  }
  return undefined
}

async function erase({ place, told }: Trade, authorization: string, document_id: string): Promise<void> {
  // From when it is asked for, either may be found; so it is told only once it is answered.
  told.documents.delete(document_id)
  const url = `${place.documentsUrl}/documents/${document_id}`
  const { status } = await persist(() => ask(url, { method: 'DELETE', headers: { authorization } }))
  // 404: the first try, whose answer was lost, has erased it.
  if (status !== 204 && status !== 404) throw new Error(`${document_id} could not be erased: ${status}`)
  told.documents.set(document_id, 'erased')
}

/** A server that has just started says with 429 that it is not ready. */
async function ask(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init)
  if (response.status === 429) throw new ComeAgain()
  return response
}

/** What is wrong with a document that the server said it has, as its owner meets it. */
export async function documentFaults(documentsUrl: string, authorization: string, id: string): Promise<string[]> {
  const get = (path: string) =>
    persist(async () => {
      const response = await ask(`${documentsUrl}/documents/${id}${path}`, { headers: { authorization } })
      return { status: response.status, body: Buffer.from(await response.arrayBuffer()) }
    })
  const analysis = await get('')
  const report = await get('/annotated.pdf')
  const whole = report.body.subarray(0, 5).toString() === '%PDF-' && report.body.subarray(-16).includes('%%EOF')
  return [
    ...(analysis.status === 200 ? [] : [`${id}: its analysis answers ${analysis.status}`]),
    ...(report.status === 200 && whole ? [] : [`${id}: its report answers ${report.status}, whole: ${whole}`]),
  ]
}
