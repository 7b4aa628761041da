import { formatCredits, market } from '@mkt/schemas'
import { tellQuietly } from '../output.ts'
import { printJson, printTable } from '../render.ts'
import { type GlobalOptions, openSession } from '../session.ts'

type ListOptions = GlobalOptions & { json?: boolean }

/** mkt models: what can be bought, and for how much. */
export async function models(options: ListOptions): Promise<void> {
  const { client } = await openSession(options)
  const answer = await client.call(market.models, {})
  if (options.json) return printJson(answer)
  printTable(
    [
      { title: 'MODEL' },
      { title: 'HOSTS', align: 'right' },
      { title: 'CREDITS/TOKEN FROM', align: 'right' },
      { title: 'MAX TOKENS', align: 'right' },
    ],
    answer.models.map((model) => [
      model.name,
      String(model.available_hosts),
      formatCredits(model.min_price_per_token),
      String(model.max_tokens),
    ]),
  )
  if (answer.models.length === 0) tellQuietly('No host offers a model now; `mkt hosts` lists the hosts that are here.')
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
  if (answer.hosts.length === 0) tellQuietly('No host is here yet.')
}
