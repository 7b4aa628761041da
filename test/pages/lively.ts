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
  /** Half of the batch is done, a document is doubtful, and an operator has something to see. */
  enliven: () => Promise<void>
  sign: () => Promise<void>
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
  const dearer = await place.host({ price: 3_000_000n, models: ['llama-3.1-8b', 'qwen3-32b'] })
  const buyer = await place.user('bea')
  const job = await answerAll([person, buyer], host, clock)
  await withdrawAndDispute(person, host, job)
  await person.client.call(endpoints.createToken, {
    body: { name: 'nightly report', scopes: ['jobs:write', 'jobs:read'] },
  })
  const batch = await openBatch(person)
  const document = await readSlip(service, authorization, { seed: 7, name: 'slip.pdf' })
  const close = async () => {
    await stage.close()
    await service.stop()
  }
  const enliven = async () => {
    await operate(stage, host, person, buyer)
    for (const [, answer] of ASKED.slice(0, 3)) await answerOne(host, answer)
    await doubtSlip(service, await readSlip(service, authorization, { seed: 8, name: 'slip-8.pdf' }))
  }
  const sign = () => signAll(stage, [host, dearer])
  return { stage, person, ids: { job, host: host.host_id, batch, document }, enliven, sign, close }
}

/** As the machine's, but some hours ago, so that a day has gone by when it is looked at. */
function pastClock(): PastClock {
  const clock = { ...systemClock, hoursAgo: 0, now: () => systemClock.now() - clock.hoursAgo * HOUR_MS }
  return clock
}
type PastClock = Clock & { hoursAgo: number }

/** What was answered at which hours before now. */
const HOURS_AGO = [21, 20, 16, 15, 15, 11, 9, 8, 8, 5, 3, 2, 0, 0, 0]

/** Two in turns, of whom the first buys from their own host, which makes no price. The first one's last job. */
async function answerAll(buyers: readonly TestUser[], host: TestHost, clock: PastClock): Promise<string> {
  let last = ''
  for (const [index, hoursAgo] of HOURS_AGO.entries()) {
    clock.hoursAgo = hoursAgo
    const { client } = buyers[index % 2] as TestUser
    const [input_text, answer] = ASKED[index % ASKED.length] as (typeof ASKED)[number]
    const { job_id } = await client.call(endpoints.runModel, {
      body: { model: 'llama-3.1-8b', input_text, max_tokens: 64 },
    })
    if (index % 2 === 0) last = job_id
    await answerOne(host, answer)
  }
  return last
}

async function answerOne(host: TestHost, text: string): Promise<void> {
  const offer = await host.next(10)
  if (!offer) throw new Error('no job came')
  await host.results([{ job_id: offer.job_id, tokens: text.split(/(?<= )/), finish_reason: 'stop' }])
}

/** What an operator sees beside it: hours with figures, a host that is verified and one that is refused, an act. */
async function operate({ place }: Stage, { host_id }: TestHost, { client }: TestUser, buyer: TestUser): Promise<void> {
  const now = place.clock.now()
  await place.database.transaction(async (tx) => {
    for (let hour = 0; hour < 24; hour++) {
      const at = now - (now % HOUR_MS) - hour * HOUR_MS
      await addToHour(tx, at, new Map(Object.entries(countedIn(hour))))
    }
  })
  const cheat = await place.host({ price: 1_500_000n, models: ['mistral-7b'] })
  const reference_host_id = host_id
  await judge(place, { host_id, model: 'llama-3.1-8b', reference_host_id }, HONEST)
  await judge(place, { host_id: cheat.host_id, model: 'mistral-7b', reference_host_id }, SMALLER)
  const body = { amount: 5_000_000_000n, reason: 'invoice 17' }
  await client.call(endpoints.grantCredits, { params: { user_id: buyer.user_id }, body })
}

const countedIn = (hour: number) => ({
  'jobs.completed': 40 + Math.round(25 * Math.sin(hour)),
  'jobs.failed': (hour % 4) + (hour % 3),
  'jobs.cancelled': hour % 3,
  'first_token.le.0.1': 12 + (hour % 7),
  'first_token.le.0.25': 40,
  'first_token.le.+Inf': 40,
  'requests.answered': 900,
  'documents.success': hour % 5,
})

const SERVER = { version: '0.1.0', services: 'market,documents' }
const ALDER = { ...SERVER, server_id: 'srv_1', machine: 'alder', memory_bytes: 171e6, cores: 0.31, delay_ms: 11 }
const BIRCH = { ...SERVER, server_id: 'srv_2', machine: 'birch', memory_bytes: 158e6, cores: 0.22, delay_ms: 12 }

/** Hosts and servers say that they are here, however long the pictures take. */
async function signAll({ place }: Stage, hosts: readonly TestHost[]): Promise<void> {
  for (const host of hosts) await host.heartbeat()
  const signed_at = place.clock.now()
  const started_at = signed_at - 30 * HOUR_MS
  await place.database.transaction(async (tx) => {
    for (const server of [ALDER, BIRCH]) await signServer(tx, { ...server, started_at, signed_at })
  })
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

const doubt = statement<{ document_id: string }>()((q, p) =>
  q.updateTable('documents').set({ doubts: 1 }).where('document_id', '=', p('document_id')),
)

/** Nothing of a clean slip is doubtful; what nobody is sure of waits for a person. */
const doubtSlip = ({ database }: DocumentsService, document_id: string) =>
  database.transaction((tx) => tx.run(doubt, { document_id }))

async function readSlip({ url }: DocumentsService, authorization: string, slip: { seed: number; name: string }) {
  const { bytes } = await t4(new Chance(slip.seed))
  const { document_id } = await analyzed(url, bytes, { as: authorization, name: slip.name })
  return document_id
}
