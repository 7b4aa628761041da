import { openSqlite } from '../../server/src/storage/sqlite.ts'
import { statement } from '../../server/src/storage/statement.ts'

// Writes so long a log that the thread which moves it is started, and has nothing to do then but to close.
const put = statement<{ name: string }>()((q, p) =>
  q.insertInto('accounts').values({ account_id: p('name'), balance_nano: 0n, floored: 0 }),
)
const database = openSqlite(process.argv[2] as string)
for (let at = 0; at < 1500; at++)
  await database.transaction((tx) => tx.run(put, { name: `${at} ${'x'.repeat(30_000)}` }))
await new Promise((resolve) => setTimeout(resolve, 200))
await database.close()
console.log('closed')
