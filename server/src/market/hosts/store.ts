import type { ModelPatience } from '@mkt/schemas'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../storage/database.ts'
import { jsonList, statement } from '../../storage/statement.ts'
import type { HostsTable } from '../../storage/tables.ts'

export type HostRow = HostsTable
export type NewHost = Pick<
  HostRow,
  | 'host_id'
  | 'owner_user_id'
  | 'gpu'
  | 'backend'
  | 'endpoint_url'
  | 'price_nano'
  | 'input_price_nano'
  | 'max_tokens'
  | 'registered_at'
  | 'concurrency'
  | 'first_piece_seconds'
  | 'next_piece_seconds'
  | 'patience_json'
>

const insert = statement<NewHost>()((q, p) =>
  q.insertInto('hosts').values({
    host_id: p('host_id'),
    owner_user_id: p('owner_user_id'),
    gpu: p('gpu'),
    backend: p('backend'),
    endpoint_url: p('endpoint_url'),
    price_nano: p('price_nano'),
    input_price_nano: p('input_price_nano'),
    max_tokens: p('max_tokens'),
    concurrency: p('concurrency'),
    first_piece_seconds: p('first_piece_seconds'),
    next_piece_seconds: p('next_piece_seconds'),
    patience_json: p('patience_json'),
    draining: 0,
    held_off_ms: 0,
    down_ms: 0,
    down_at: 0,
    status: 'active',
    paused: 0,
    disabled: 0,
    flagged: 0,
    earned_nano: 0n,
    registered_at: p('registered_at'),
    last_heartbeat_at: p('registered_at'),
    jobs_completed: 0,
    jobs_failed: 0,
    tokens_total: 0,
    success_rate: 1,
    capabilities: 0,
    trusted: 0,
    verified: 0,
  }),
)
const insertModel = statement<{ host_id: string; model: string; max_tokens: number | null }>()((q, p) =>
  q.insertInto('host_models').values({
    host_id: p('host_id'),
    model: p('model'),
    available: 1,
    max_tokens: p('max_tokens'),
    measured_jobs: 0,
    recent_ends: 1,
    marks: 0,
  }),
)
const byId = statement<{ host_id: string }>()((q, p) =>
  q.selectFrom('hosts').selectAll().where('host_id', '=', p('host_id')),
)
const disabledOf = statement<{ host_id: string }>()((q, p) =>
  q.selectFrom('hosts').select('disabled').where('host_id', '=', p('host_id')),
)
const modelsOf = statement<{ host_id: string }>()((q, p) =>
  q
    .selectFrom('host_models')
    .select(['model', 'available', 'max_tokens', 'price_nano', 'input_price_nano', 'capabilities', 'marks'])
    .where('host_id', '=', p('host_id'))
    .orderBy('model'),
)
interface Said {
  host_id: string
  draining: number
  drained_at: number | null
  gpu_utilization: number
  status: HostRow['status']
  concurrency: number | null
  first_piece_seconds: number | null
  next_piece_seconds: number | null
  patience_json: string | null
  now: number
}
const beat = statement<Said>()((q, p) =>
  q
    .updateTable('hosts')
    .set({
      status: p('status'),
      gpu_utilization: p('gpu_utilization'),
      last_heartbeat_at: p('now'),
      draining: p('draining'),
      drained_at: sql<number>`coalesce(cast(${p('drained_at')} as bigint), drained_at)`,
      concurrency: sql<number>`coalesce(cast(${p('concurrency')} as integer), concurrency)`,
      first_piece_seconds: sql<number>`coalesce(cast(${p('first_piece_seconds')} as integer), first_piece_seconds)`,
      next_piece_seconds: sql<number>`coalesce(cast(${p('next_piece_seconds')} as integer), next_piece_seconds)`,
      patience_json: sql<string>`coalesce(cast(${p('patience_json')} as text), patience_json)`,
    })
    .where('host_id', '=', p('host_id')),
)
// Only rows that change are written: a steady heartbeat touches one row.
const setAvailable = statement<{ host_id: string; models_json: string }>()((q, p, dialect) => {
  const wanted = sql<number>`case when model in ${jsonList(dialect, p('models_json'))} then 1 else 0 end`
  return q
    .updateTable('host_models')
    .set({ available: wanted })
    .where('host_id', '=', p('host_id'))
    .where(sql<boolean>`available <> ${wanted}`)
})
const deactivate = statement<{ host_id: string }>()((q, p) =>
  q.updateTable('hosts').set({ status: 'inactive' }).where('host_id', '=', p('host_id')).where('status', '=', 'active'),
)
const active = statement()((q) => q.selectFrom('hosts').select('host_id').where('status', '=', 'active'))
const countActive = statement()((q) =>
  q
    .selectFrom('hosts')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where('status', '=', 'active'),
)
interface HostTerms {
  gpu: string | null
  price_nano: bigint | null
  input_price_nano: bigint | null
  paused: number | null
}

const setTerms = statement<HostTerms & { host_id: string }>()((q, p) =>
  q
    .updateTable('hosts')
    .set({
      gpu: sql<string>`coalesce(cast(${p('gpu')} as text), gpu)`,
      price_nano: sql<bigint>`coalesce(cast(${p('price_nano')} as bigint), price_nano)`,
      input_price_nano: sql<bigint>`coalesce(cast(${p('input_price_nano')} as bigint), input_price_nano)`,
      paused: sql<number>`coalesce(cast(${p('paused')} as integer), paused)`,
    })
    .where('host_id', '=', p('host_id')),
)
const removeModels = statement<{ host_id: string; models_json: string }>()((q, p, dialect) =>
  q
    .deleteFrom('host_models')
    .where('host_id', '=', p('host_id'))
    .where(sql<boolean>`model not in ${jsonList(dialect, p('models_json'))}`),
)
const addModel = statement<{ host_id: string; model: string }>()((q, p) =>
  q
    .insertInto('host_models')
    .values({
      host_id: p('host_id'),
      model: p('model'),
      // Served is what the last heartbeat names; before the first, what is registered.
      available: sql<number>`(select case when last_heartbeat_at = registered_at then 1 else 0 end
        from hosts where host_id = ${p('host_id')})`,
      measured_jobs: 0,
      recent_ends: 1,
      marks: 0,
    })
    .onConflict((c) => c.doNothing()),
)
const setContext = statement<{ host_id: string; model: string; tokens: number }>()((q, p) =>
  q
    .updateTable('host_models')
    .set({ context_tokens: p('tokens') })
    .where('host_id', '=', p('host_id'))
    .where('model', '=', p('model')),
)
const setLimit = statement<{ host_id: string; model: string; max_tokens: number }>()((q, p) =>
  q
    .updateTable('host_models')
    .set({ max_tokens: p('max_tokens') })
    .where('host_id', '=', p('host_id'))
    .where('model', '=', p('model')),
)

export const hostById = (reader: Reader, host_id: string) => reader.get(byId, { host_id })
/** 0 where the host is let in, else who is the reason why not: see SHUT_OUT_BY. */
export const shutOutBy = async (reader: Reader, host_id: string) =>
  (await reader.get(disabledOf, { host_id }))?.disabled ?? 0
export const modelsOfHost = (reader: Reader, host_id: string) => reader.all(modelsOf, { host_id })
export const activeHosts = (reader: Reader) => reader.all(active, {})
export const activeHostCount = async (reader: Reader) => (await reader.get(countActive, {}))?.total ?? 0
export const deactivateHost = async (tx: Tx, host_id: string) => (await tx.run(deactivate, { host_id })) === 1

export async function insertHost(
  tx: Tx,
  host: NewHost,
  models: readonly string[],
  limits: ModelLimits = {},
): Promise<void> {
  await tx.run(insert, host)
  for (const model of models)
    await tx.run(insertModel, {
      host_id: host.host_id,
      model,
      max_tokens: Object.hasOwn(limits, model) ? (limits[model] as number) : null,
    })
}

/** What a heartbeat says; a host that does not say that it is stopping is active. */
interface Beat {
  host_id: string
  gpu_utilization: number
  models: readonly string[]
  status?: HostRow['status']
  concurrency?: number | undefined
  first_piece_seconds?: number | undefined
  next_piece_seconds?: number | undefined
  model_patience?: ModelPatience | undefined
  /** It hands back at no cost; `drained_at`: since now, where it did not before. */
  draining?: boolean
  drained_at?: number | null
  now: number
}

/** Answers whether the set of models that the host can run changed. */
export async function recordHeartbeat(tx: Tx, said: Beat): Promise<boolean> {
  const { host_id, gpu_utilization, models, status = 'active', now } = said
  const { concurrency = null, first_piece_seconds = null, next_piece_seconds = null } = said
  const drain = { draining: Number(said.draining ?? false), drained_at: said.drained_at ?? null }
  const patience_json = said.model_patience ? JSON.stringify(said.model_patience) : null
  const terms = { concurrency, first_piece_seconds, next_piece_seconds, patience_json, ...drain }
  await tx.run(beat, { host_id, gpu_utilization, status, ...terms, now })
  return (await tx.run(setAvailable, { host_id, models_json: JSON.stringify(models) })) > 0
}

/** Null leaves a member as it is. */
export const setHostTerms = (tx: Tx, host_id: string, terms: HostTerms) => tx.run(setTerms, { host_id, ...terms })

/** Replaces the registered models; one that stays keeps its history. */
export async function setHostModels(tx: Tx, host_id: string, models: readonly string[]): Promise<void> {
  await tx.run(removeModels, { host_id, models_json: JSON.stringify(models) })
  for (const model of models) await tx.run(addModel, { host_id, model })
}

/** max_tokens, or the context, of single models by name. */
export type ModelLimits = Readonly<Record<string, number>>

/** Sets the limits of single models; a model that the host does not offer is passed over. */
export async function setModelLimits(tx: Tx, host_id: string, limits: ModelLimits): Promise<void> {
  for (const [model, max_tokens] of Object.entries(limits)) await tx.run(setLimit, { host_id, model, max_tokens })
}

/** Sets how much single models read and write together; a model that the host does not offer is passed over. */
export async function setContexts(tx: Tx, host_id: string, contexts: ModelLimits): Promise<void> {
  for (const [model, tokens] of Object.entries(contexts)) await tx.run(setContext, { host_id, model, tokens })
}
