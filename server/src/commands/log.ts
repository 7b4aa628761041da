import { describeAct } from '../accounts/act-log.ts'
import { actPage } from '../accounts/act-log-store.ts'
import { findUser } from './find-user.ts'
import { type DataFlags, onData } from './on-data.ts'
import { type ListFlags, pageOf, printList } from './report.ts'

/** The log of what admins and operators did, newest first; `on` is a user by name, or any id. */
export async function listActs(flags: DataFlags & ListFlags & { on?: string }): Promise<void> {
  const page = pageOf(flags)
  const { rows, total } = await onData(flags, async ({ database }) => {
    const { on } = flags
    const named = on === undefined || /^[a-z]+_[0-9a-z]{20,}$/.test(on) ? on : (await findUser(database, on)).user_id
    return await actPage(database, { ...page, subject: named })
  })
  const acts = rows.map(describeAct)
  printList(flags, {
    data: { acts, total },
    total,
    noun: 'act',
    columns: [
      { title: 'ENTRY', align: 'right' },
      { title: 'AT' },
      { title: 'WHO' },
      { title: 'FROM' },
      { title: 'ACT' },
      { title: 'ON' },
      { title: 'BEFORE', shrinks: true },
      { title: 'AFTER', shrinks: true },
    ],
    rows: acts.map((one, index) => [
      String(one.entry),
      one.at,
      one.actor,
      one.via === 'http' ? one.from : `${one.from} (command line)`,
      one.act,
      one.subject ?? '',
      rows[index]?.before_json ?? '',
      rows[index]?.after_json ?? '',
    ]),
  })
}
