import { market as endpoints } from '@mkt/schemas'
import { changeRole } from '../../server/src/accounts/user-store.ts'
import { Chance } from '../documents/chance.ts'
import { t4 } from '../documents/t4.generator.ts'
import { analyzed, type DocumentsService, startDocuments } from '../server/documents-service.ts'
import type { TestHost, TestUser } from '../server/marketplace.ts'
import { openStage, type Stage } from './stage.ts'

const ASKED = [
  [
    'Summarise the minutes of the last meeting in three sentences.',
    'The board met on Monday. It agreed on the budget. ',
  ],
  [
    'Write a haiku about rain on a tin roof.',
    'Rain on the tin roof, a drum for the sleeping house, morning finds it clean.',
  ],
  ['Which of these invoices is due first?', 'The one of the print shop, on the fourth of the month.'],
  ['Translate "good evening" into Catalan.', 'Bona nit is for leaving; coming in, one says bon vespre.'],
  ['Explain a mutex to a cook.', 'One pan, one cook at a time: who holds its handle cooks, and the others wait.'],
] as const

export interface Lively {
  stage: Stage
  person: TestUser
  ids: { job: string; host: string; batch: string; document: string }
  close: () => Promise<void>
}

/** A market in which something goes on: one person who buys, owns a host, reads documents and operates it all. */
export async function openLively(): Promise<Lively> {
  const service = await startDocuments()
  const { authorization } = await service.user('ada')
  const stage = await openStage({ signupCredits: 0, paidCredits: 500 }, { url: service.url, authorization })
  const { place } = stage
  const person = await place.user('ada')
  await place.database.transaction((tx) => changeRole(tx, person.user_id, 'admin'))
  const host = await place.host({ price: 2_000_000n, models: ['llama-3.1-8b'], owner: person.authorization })
  await place.host({ price: 3_000_000n, models: ['llama-3.1-8b', 'qwen3-32b'] })
  const job = await answerAll(person, host)
  await withdrawAndDispute(person, host, job)
  await person.client.call(endpoints.createToken, {
    body: { name: 'nightly report', scopes: ['jobs:write', 'jobs:read'] },
  })
  const batch = await openBatch(person)
  const document = await readSlip(service, authorization)
  const close = async () => {
    await stage.close()
    await service.stop()
  }
  return { stage, person, ids: { job, host: host.host_id, batch, document }, close }
}

async function answerAll({ client }: TestUser, host: TestHost): Promise<string> {
  let last = ''
  for (const [input_text, answer] of ASKED) {
    const body = { model: 'llama-3.1-8b', input_text, max_tokens: 64 }
    last = (await client.call(endpoints.runModel, { body })).job_id
    const offer = await host.next(10)
    if (!offer) throw new Error('no job came')
    await host.results([{ job_id: offer.job_id, tokens: answer.split(/(?<= )/), finish_reason: 'stop' }])
  }
  return last
}

async function withdrawAndDispute({ client }: TestUser, { host_id }: TestHost, job_id: string): Promise<void> {
  const body = { amount: 20_000_000n, destination: 'IBAN DE02 1203 0000 0000 2020 51', host_id }
  await client.call(endpoints.createWithdrawal, { body })
  await client.call(endpoints.disputeJob, {
    params: { job_id },
    body: { reason: 'truncated', text: 'It stops early.' },
  })
}

async function openBatch({ client }: TestUser): Promise<string> {
  const { batch_id } = await client.call(endpoints.createBatch, { body: { name: 'Reviews', model: 'llama-3.1-8b' } })
  const lines = ASKED.map(([input_text]) => ({ input_text }))
  await client.call(endpoints.addBatchLines, { params: { batch_id }, body: { first: 0, lines } })
  await client.call(endpoints.startBatch, { params: { batch_id } })
  return batch_id
}

async function readSlip({ url }: DocumentsService, authorization: string): Promise<string> {
  const { bytes } = await t4(new Chance(7))
  const { document_id } = await analyzed(url, bytes, { as: authorization, name: 'slip.pdf' })
  return document_id
}
