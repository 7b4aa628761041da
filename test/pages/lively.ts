import { market as endpoints } from '@mkt/schemas'
import { changeRole } from '../../server/src/accounts/user-store.ts'
import { type Clock, systemClock } from '../../server/src/base/clock.ts'
import { addToHour } from '../../server/src/hourly/hour-store.ts'
import { HOUR_MS } from '../../server/src/hourly/keep-hours.ts'
import { signServer } from '../../server/src/servers/server-store.ts'
import { statement } from '../../server/src/storage/statement.ts'
import { Chance } from '../documents/chance.ts'
import { t4 } from '../documents/t4.generator.ts'
import { analyzed, type DocumentsService, startDocuments } from '../server/documents-service.ts'
import type { TestHost, TestUser } from '../server/marketplace.ts'
import { openStage, type Stage } from './stage.ts'
import { HONEST, judge, SMALLER } from './verdicts.ts'

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
  const clock = pastClock()
  const stage = await openStage({ signupCredits: 0, paidCredits: 500, clock }, { url: service.url, authorization })
  const { place } = stage
  const person = await place.user('ada')
  await place.database.transaction((tx) => changeRole(tx, person.user_id, 'admin'))
  const host = await place.host({ price: 2_000_000n, models: ['llama-3.1-8b'], owner: person.authorization })
  await place.host({ price: 3_000_000n, models: ['llama-3.1-8b', 'qwen3-32b'] })
  const job = await answerAll(person, host, clock)
  await withdrawAndDispute(person, host, job)
  await operate(stage, host)
  await person.client.call(endpoints.createToken, {
    body: { name: 'nightly report', scopes: ['jobs:write', 'jobs:read'] },
  })
  const batch = await openBatch(person, host)
  const document = await readSlip(service, authorization, 7)
  await doubtSlip(service, await readSlip(service, authorization, 8))
  const close = async () => {
    await stage.close()
    await service.stop()
  }
  return { stage, person, ids: { job, host: host.host_id, batch, document }, close }
}

/** As the machine's, but some hours ago, so that a day has gone by when it is looked at. */
function pastClock(): PastClock {
  const clock = { ...systemClock, hoursAgo: 0, now: () => systemClock.now() - clock.hoursAgo * HOUR_MS }
  return clock
}
type PastClock = Clock & { hoursAgo: number }

/** What was answered at which hours before now. */
const HOURS_AGO = [21, 20, 16, 15, 15, 11, 9, 8, 8, 5, 3, 2, 0, 0, 0]

async function answerAll({ client }: TestUser, host: TestHost, clock: PastClock): Promise<string> {
  let last = ''
  for (const [index, hoursAgo] of HOURS_AGO.entries()) {
    clock.hoursAgo = hoursAgo
    const [input_text, answer] = ASKED[index % ASKED.length] as (typeof ASKED)[number]
    const body = { model: 'llama-3.1-8b', input_text, max_tokens: 64 }
    last = (await client.call(endpoints.runModel, { body })).job_id
    await answerOne(host, answer)
  }
  return last
}

async function answerOne(host: TestHost, text: string): Promise<void> {
  const offer = await host.next(10)
  if (!offer) throw new Error('no job came')
  await host.results([{ job_id: offer.job_id, tokens: text.split(/(?<= )/), finish_reason: 'stop' }])
}

/** What an operator sees beside it: two servers, hours with figures, a host that is verified and one that is refused. */
async function operate({ place }: Stage, { host_id }: TestHost): Promise<void> {
  const { database, clock } = place
  const now = clock.now()
  const signed = { version: '0.1.0', started_at: now - 30 * HOUR_MS, signed_at: now }
  await database.transaction(async (tx) => {
    const both = { ...signed, services: 'market,documents' }
    await signServer(tx, {
      ...both,
      server_id: 'srv_1',
      machine: 'alder',
      memory_bytes: 171e6,
      cores: 0.31,
      delay_ms: 11,
    })
    await signServer(tx, {
      ...both,
      server_id: 'srv_2',
      machine: 'birch',
      memory_bytes: 158e6,
      cores: 0.22,
      delay_ms: 12,
    })
    for (let hour = 0; hour < 24; hour++) {
      const amounts = {
        'jobs.completed': 40 + 25 * Math.sin(hour),
        'first_token.le.0.25': 30,
        'first_token.le.+Inf': 40,
      }
      const more = { 'requests.answered': 900, 'documents.success': hour % 5, 'jobs.cancelled': hour % 3 }
      const at = now - (now % HOUR_MS) - hour * HOUR_MS
      await addToHour(tx, at, new Map(Object.entries({ ...amounts, ...more, 'jobs.failed': hour % 4 })))
    }
  })
  const cheat = await place.host({ price: 1_500_000n, models: ['mistral-7b'] })
  const reference_host_id = host_id
  await judge(place, { host_id, model: 'llama-3.1-8b', reference_host_id }, HONEST)
  await judge(place, { host_id: cheat.host_id, model: 'mistral-7b', reference_host_id }, SMALLER)
}

async function withdrawAndDispute({ client }: TestUser, { host_id }: TestHost, job_id: string): Promise<void> {
  const body = { amount: 20_000_000n, destination: 'IBAN DE02 1203 0000 0000 2020 51', host_id }
  await client.call(endpoints.createWithdrawal, { body })
  await client.call(endpoints.disputeJob, {
    params: { job_id },
    body: { reason: 'truncated', text: 'It stops early.' },
  })
}

async function openBatch({ client }: TestUser, host: TestHost): Promise<string> {
  const { batch_id } = await client.call(endpoints.createBatch, { body: { name: 'Reviews', model: 'llama-3.1-8b' } })
  const lines = ASKED.map(([input_text]) => ({ input_text }))
  await client.call(endpoints.addBatchLines, { params: { batch_id }, body: { first: 0, lines } })
  await client.call(endpoints.startBatch, { params: { batch_id } })
  for (const [, answer] of ASKED.slice(0, 3)) await answerOne(host, answer)
  return batch_id
}

const doubt = statement<{ document_id: string }>()((q, p) =>
  q.updateTable('documents').set({ doubts: 1 }).where('document_id', '=', p('document_id')),
)

/** Nothing of a clean slip is doubtful; what nobody is sure of waits for a person. */
const doubtSlip = ({ database }: DocumentsService, document_id: string) =>
  database.transaction((tx) => tx.run(doubt, { document_id }))

async function readSlip({ url }: DocumentsService, authorization: string, seed: number): Promise<string> {
  const { bytes } = await t4(new Chance(seed))
  const { document_id } = await analyzed(url, bytes, { as: authorization, name: `slip-${seed}.pdf` })
  return document_id
}
