import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Floor, type FloorOptions, openFloor } from '../conformance/market-floor.ts'
import { bringUpToDate } from './current-schema.ts'

/** The market's operations on a new SQLite file, which goes with `close`. */
export async function openSqliteFloor(options: FloorOptions = {}): Promise<Floor & { file: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'mkt-floor-'))
  const location = { sqlite: join(folder, 'mkt.db') }
  await bringUpToDate(location)
  const floor = await openFloor(location, options)
  const close = async () => {
    await floor.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { ...floor, file: location.sqlite, close }
}
