import { formatCredits, type Model, market } from '@mkt/schemas'
import { tellQuietly } from '../output.ts'
import { printJson, printTable } from '../render.ts'
import { type GlobalOptions, openSession } from '../session.ts'
import { jobWords } from '../words/jobs.ts'

type ListOptions = GlobalOptions & { json?: boolean }

/** mkt models: what can be bought, and for how much. */
export async function models(options: ListOptions & { detail?: boolean }): Promise<void> {
  const { client } = await openSession(options)
  const answer = await client.call(market.models, options.detail ? { query: { detail: 'full' } } : {})
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

const DETAILS = ['PAID', 'AT MOST', 'PROVEN', 'TOKENS/S']

/** The market's price, the most that a job may cost now, proven hosts, speed; a dash where there is none. */
function detailsOf(model: Model): string[] {
  const { market_price_per_token: paid, price_limit_per_token: limit, proven_hosts, tokens_per_second } = model
  const price = (nano: bigint | null | undefined) => (nano == null ? '-' : formatCredits(nano))
  return [price(paid), price(limit), String(proven_hosts ?? '-'), tokens_per_second?.toFixed(1) ?? '-']
}

/** mkt hosts: who serves them. */
export async function hosts(options: ListOptions): Promise<void> {
  const { client } = await openSession(options)
  const answer = await client.call(market.hosts, {})
  if (options.json) return printJson(answer)
  printTable(
    [
      { title: 'HOST' },
      { title: 'GPU' },
      { title: 'STATUS' },
      { title: 'CREDITS/TOKEN', align: 'right' },
      { title: 'BACKEND' },
      { title: 'MODELS' },
    ],
    answer.hosts.map((host) => [
      host.host_id,
      host.gpu,
      host.status,
      formatCredits(host.price_per_token),
      host.backend,
      host.models.join(', '),
    ]),
  )
  if (answer.hosts.length === 0) tellQuietly(jobWords.noHost)
}
