import { type AnswerBody, formatCredits, type Model, market } from '@mkt/schemas'
import { tellQuietly } from '../output.ts'
import { printJson, printTable } from '../render.ts'
import { type GlobalOptions, openSession } from '../session.ts'
import { jobWords } from '../words/jobs.ts'

type Host = AnswerBody<typeof market.hosts>['hosts'][number]
type ListOptions = GlobalOptions & { json?: boolean }

/** mkt models: what can be bought, and for how much. */
export async function models(options: ListOptions & { detail?: boolean }): Promise<void> {
  const { client } = await openSession(options)
  const detail = options.detail ? { detail: 'full' as const } : {}
  const pages = await everyPage((page) => client.call(market.models, { query: { ...detail, ...page } }))
  const answer = { models: pages.flatMap(({ models }) => models) }
  if (options.json) return printJson(answer)
  printTable(
    [
      { title: 'MODEL' },
      { title: 'HOSTS', align: 'right' },
      { title: 'CREDITS/TOKEN FROM', align: 'right' },
      { title: 'MAX TOKENS', align: 'right' },
      ...(options.detail ? DETAILS.map((title) => ({ title, align: 'right' as const })) : []),
    ],
    answer.models.map((model) => [
      model.name,
      String(model.available_hosts),
      formatCredits(model.min_price_per_token),
      String(model.max_tokens),
      ...(options.detail ? detailsOf(model) : []),
    ]),
  )
  if (answer.models.length === 0) tellQuietly(jobWords.noModel)
}

const PAGE = 1000

/** A server that knows no pages answers everything at once, and names no next one. */
async function everyPage<T extends { next_cursor?: string | null | undefined }>(
  call: (page: { limit: number; cursor?: string }) => Promise<T>,
): Promise<T[]> {
  const pages: T[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await call({ limit: PAGE, ...(cursor ? { cursor } : {}) })
    pages.push(page)
    cursor = page.next_cursor ?? null
  }
  return pages
}

const DETAILS = ['PAID', 'AT MOST', 'PROVEN', 'TOKENS/S']

/** The market's price, the most that a job may cost now, proven hosts, speed; a dash where there is none. */
function detailsOf(model: Model): string[] {
  const { market_price_per_token: paid, price_limit_per_token: limit, proven_hosts, tokens_per_second } = model
  const price = (nano: bigint | null | undefined) => (nano == null ? '-' : formatCredits(nano))
  return [price(paid), price(limit), String(proven_hosts ?? '-'), tokens_per_second?.toFixed(1) ?? '-']
}

/** mkt hosts: who serves them. */
export async function hosts(options: ListOptions & { detail?: boolean }): Promise<void> {
  const { client } = await openSession(options)
  const detail = options.detail ? { detail: 'full' as const } : {}
  const pages = await everyPage((page) => client.call(market.hosts, { query: { ...detail, ...page } }))
  const answer = { hosts: pages.flatMap(({ hosts }) => hosts) }
  if (options.json) return printJson(answer)
  printTable(
    [
      { title: 'HOST' },
      { title: 'GPU' },
      { title: 'STATUS' },
      { title: 'CREDITS/TOKEN', align: 'right' },
      { title: 'BACKEND' },
      ...(options.detail ? HOST_DETAILS.map((title) => ({ title, align: 'right' as const })) : []),
      { title: 'MODELS' },
    ],
    answer.hosts.map((host) => [
      host.host_id,
      host.gpu,
      host.status,
      formatCredits(host.price_per_token),
      host.backend,
      ...(options.detail ? detailsOfHost(host) : []),
      host.models.map((model) => (host.verified_models?.includes(model) ? `${model} (verified)` : model)).join(', '),
    ]),
  )
  if (answer.hosts.length === 0) tellQuietly(jobWords.noHost)
}

const HOST_DETAILS = ['UPTIME', 'COMPLETES', 'JOBS', 'REFUNDED', 'TOKENS/S']

/** What a buyer goes by beside the price; a dash where the server does not say it. */
function detailsOfHost(host: Host): string[] {
  const { uptime, success_rate, jobs_completed, disputes_lost, tokens_per_second } = host
  const share = (part: number | undefined) => (part === undefined ? '-' : `${Math.round(part * 1000) / 10} %`)
  const number = (value: number | undefined) => String(value ?? '-')
  const speed = tokens_per_second?.toFixed(1) ?? '-'
  return [share(uptime), share(success_rate), number(jobs_completed), number(disputes_lost), speed]
}
