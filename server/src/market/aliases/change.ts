import type { ModelAlias } from '@mkt/schemas'
import { type Actor, logAct } from '../../accounts/act-log.ts'
import { type Clock, isoTime } from '../../base/clock.ts'
import { DomainError } from '../../base/errors.ts'
import type { Tx } from '../../storage/database.ts'
import type { ModelAliasesTable } from '../../storage/tables.ts'
import { aliasCount, aliasNamed, putAlias, removeAlias } from './store.ts'

/** Every submission reads them, and GET /v1/models lists them. */
const MOST_ALIASES = 1000

/** Lets a name stand for models, the most wanted first; logged. Error: conflict. */
export async function setAlias(
  tx: Tx,
  deps: { clock: Clock },
  actor: Actor,
  { alias, models }: { alias: string; models: readonly string[] },
): Promise<ModelAlias> {
  const before = await aliasNamed(tx, alias)
  if (!before && (await aliasCount(tx)) >= MOST_ALIASES)
    throw new DomainError('conflict', `There are ${MOST_ALIASES} names that stand for models, the most there may be.`)
  const row = { alias, models_json: JSON.stringify([...new Set(models)]), changed_at: deps.clock.now() }
  await putAlias(tx, row)
  const after = { models: JSON.parse(row.models_json) }
  const was = before ? { before: { models: JSON.parse(before.models_json) } } : {}
  await logAct(tx, deps, actor, { act: 'model-alias.set', subject: alias, ...was, after })
  return describeAlias(row)
}

/** Takes a name away; logged. Error: not_found. */
export async function dropAlias(tx: Tx, deps: { clock: Clock }, actor: Actor, alias: string): Promise<void> {
  const before = await aliasNamed(tx, alias)
  if (!before || !(await removeAlias(tx, alias)))
    throw new DomainError('not_found', `No name "${alias}" stands for models.`)
  const was = { models: JSON.parse(before.models_json) }
  await logAct(tx, deps, actor, { act: 'model-alias.remove', subject: alias, before: was })
}

export function describeAlias({ alias, models_json, changed_at }: ModelAliasesTable): ModelAlias {
  return { alias, models: JSON.parse(models_json), changed_at: isoTime(changed_at) }
}
