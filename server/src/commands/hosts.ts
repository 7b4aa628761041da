import { formatCredits } from '@mkt/schemas'
import { userById } from '../accounts/user-store.ts'
import { isoTime } from '../base/clock.ts'
import { DomainError } from '../base/errors.ts'
import { hostCount, hostPage } from '../market/hosts/listing-store.ts'
import { hostById, modelsOfHost } from '../market/hosts/store.ts'
import { sumOf } from '../market/ledger/accounts.ts'
import { availableOf } from '../market/ledger/store.ts'
import { type DataFlags, onData } from './on-data.ts'
import { type ListFlags, pageOf, print, printList } from './report.ts'
import { fieldsText } from './table.ts'

/** Lists hosts, newest first; `flagged` are those that seem to bill tokens which their text does not hold. */
export async function listAllHosts(flags: DataFlags & ListFlags & { flagged?: boolean }): Promise<void> {
  const page = pageOf(flags)
  const { rows, total } = await onData(flags, async ({ database }) => {
    if (!flags.flagged)
      return { rows: await hostPage(database, page.limit, page.offset), total: await hostCount(database) }
    const flagged = (await hostPage(database, MOST, 0)).filter((row) => row.flagged === 1)
    return { rows: flagged.slice(page.offset, page.offset + page.limit), total: flagged.length }
  })
  const hosts = rows.map((row) => ({
    host_id: row.host_id,
    gpu: row.gpu,
    status: row.status,
    flagged: row.flagged === 1,
    disabled: row.disabled !== 0,
    total_jobs_completed: row.jobs_completed,
    total_earnings: row.earned_nano,
    last_heartbeat: isoTime(row.last_heartbeat_at),
  }))
  printList(flags, {
    data: { hosts, total },
    total,
    noun: flags.flagged ? 'flagged host' : 'host',
    columns: [
      { title: 'HOST' },
      { title: 'STATE' },
      { title: 'JOBS', align: 'right' },
      { title: 'EARNED', align: 'right' },
      { title: 'LAST HEARTBEAT' },
      { title: 'GPU', shrinks: true },
    ],
    rows: hosts.map((host) => [
      host.host_id,
      stateOf(host),
      String(host.total_jobs_completed),
      formatCredits(host.total_earnings),
      host.last_heartbeat,
      host.gpu,
    ]),
  })
}

const MOST = 100_000

function stateOf(host: { status: string; flagged: boolean; disabled: boolean; paused?: boolean }): string {
  return [host.status, host.paused && 'paused', host.flagged && 'FLAGGED', host.disabled && 'disabled']
    .filter(Boolean)
    .join(', ')
}

/** Everything about one host that an operator is asked for. */
export async function showHost(host_id: string, flags: DataFlags): Promise<void> {
  const host = await onData(flags, async ({ database }) => {
    const row = await hostById(database, host_id)
    if (!row) throw new DomainError('not_found', `there is no host "${host_id}"; mkt-server hosts list shows them`)
    const owner = row.owner_user_id === null ? undefined : await userById(database, row.owner_user_id)
    const models = await modelsOfHost(database, host_id)
    return {
      host_id,
      gpu: row.gpu,
      backend: row.backend,
      status: row.status,
      paused: row.paused === 1,
      disabled: row.disabled !== 0,
      flagged: row.flagged === 1,
      owner: owner ? { user_id: owner.user_id, username: owner.username } : null,
      models: models.map(({ model, available }) => ({ model, available: available === 1 })),
      price_per_token: row.price_nano,
      max_tokens: row.max_tokens,
      gpu_utilization: row.gpu_utilization,
      balance: sumOf(await availableOf(database, host_id)),
      total_earnings: row.earned_nano,
      total_jobs_completed: row.jobs_completed,
      total_jobs_failed: row.jobs_failed,
      total_tokens: row.tokens_total,
      tokens_per_second: row.tokens_per_second,
      registered_at: isoTime(row.registered_at),
      last_heartbeat: isoTime(row.last_heartbeat_at),
    }
  })
  const { owner } = host
  const text = fieldsText([
    ['host', host.host_id],
    ['state', stateOf(host)],
    ['gpu', host.gpu],
    ['backend', host.backend],
    ['owner', owner ? `${owner.username} (${owner.user_id})` : 'nobody: registered without an account'],
    ['models', host.models.map(({ model, available }) => (available ? model : `${model} (not served now)`)).join(', ')],
    ['price', `${formatCredits(host.price_per_token)} credits a token`],
    ['balance', `${formatCredits(host.balance)} to withdraw, of ${formatCredits(host.total_earnings)} earned`],
    ['jobs', `${host.total_jobs_completed} completed, ${host.total_jobs_failed} failed`],
    ['tokens', String(host.total_tokens)],
    ['speed', host.tokens_per_second === null ? null : `${host.tokens_per_second.toFixed(1)} tokens a second`],
    ['registered', host.registered_at],
    ['last heartbeat', host.last_heartbeat],
  ])
  print(flags.json, host, text)
}
