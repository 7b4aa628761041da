import { expect, test } from 'vitest'
import { ownLookedFor } from '../../server/src/market/broker/line-store.ts'
import { connect } from '../../server/src/storage/sqlite.ts'
import { openSqliteFloor } from './sqlite-floor.ts'

// Before: 32 prompts with pictures of 8 MiB that the host may not run cost each of its polls 0.1 s, for everybody.
test("a poll passes over what stands in a host's own line without reading it", async () => {
  const floor = await openSqliteFloor()
  const file = connect(floor.file)
  const { sql, bindings } = ownLookedFor.compile('sqlite')
  const plan = file.prepare(`explain query plan ${sql}`).all(bindings.map(() => 1)) as { detail: string }[]
  file.close()
  await floor.close()
  const looks = plan.map(({ detail }) => detail)
  const inLine = looks.filter((detail) => detail.includes('jobs_for_host'))
  expect(inLine).toEqual([expect.stringContaining('COVERING INDEX jobs_for_host (target_host_id=? AND model=?)')])
  // The one that is found is read by its id.
  expect(looks.filter((detail) => detail.includes('(job_id=?)') && detail.includes(' jobs '))).toHaveLength(1)
})
