import { modelAliasChange, modelName } from '@mkt/schemas'
import { describeAlias, dropAlias, setAlias } from '../market/aliases/change.ts'
import { allAliases } from '../market/aliases/store.ts'
import { type DataFlags, onData } from './on-data.ts'
import { type ListFlags, pageOf, print, printList, UsageError } from './report.ts'

/** Lists the names that stand for models. */
export async function listAliases(flags: DataFlags & ListFlags): Promise<void> {
  const { limit, offset } = pageOf(flags)
  const all = (await onData(flags, ({ database }) => allAliases(database))).map(describeAlias)
  const aliases = all.slice(offset, offset + limit)
  printList(flags, {
    data: { aliases, total: all.length },
    total: all.length,
    noun: 'alias',
    columns: [{ title: 'NAME' }, { title: 'STANDS FOR', shrinks: true }, { title: 'CHANGED' }],
    rows: aliases.map(({ alias, models, changed_at }) => [alias, models.join(', '), changed_at]),
  })
}

/** Lets a name stand for models. */
export async function nameModels(name: string, models: string[], flags: DataFlags): Promise<void> {
  const alias = modelName.safeParse(name)
  if (!alias.success) throw new UsageError(`the name ${JSON.stringify(name)} ${alias.error.issues[0]?.message}`)
  const change = modelAliasChange.safeParse({ models })
  if (!change.success) throw new UsageError(`the models ${change.error.issues[0]?.message}`)
  const set = await onData(flags, (deps) =>
    deps.database.transaction((tx) => setAlias(tx, deps, deps.actor, { alias: alias.data, models })),
  )
  print(flags.json, set, `${set.alias} stands for ${set.models.join(', ')}; a running server knows it within a second.`)
}

/** Takes a name away. */
export async function removeName(name: string, flags: DataFlags): Promise<void> {
  await onData(flags, (deps) => deps.database.transaction((tx) => dropAlias(tx, deps, deps.actor, name)))
  print(flags.json, { alias: name, removed: true }, `${name} stands for nothing any more.`)
}
