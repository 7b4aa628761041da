import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { cpus, release, totalmem } from 'node:os'
import { join } from 'node:path'
import { connect } from '../../server/src/storage/sqlite.ts'
import { freshFolder } from './figure.ts'
import { median } from './measure.ts'

/** What the figures were measured on; the time of one fsync bounds every durable write. */
export function describeMachine(under: string) {
  const database = connect(':memory:')
  const { version } = database.prepare('select sqlite_version() as version').get() as { version: string }
  database.close()
  const [cpu] = cpus()
  return {
    date: new Date().toISOString(),
    cpu: cpu?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memory_gb: Math.round(totalmem() / 2 ** 30),
    linux: release(),
    node: process.version,
    sqlite: version,
    data_under: under,
    fsync_ms: Number(fsyncMs(under).toFixed(3)),
  }
}
export type Machine = ReturnType<typeof describeMachine>

function fsyncMs(under: string): number {
  const folder = freshFolder(under)
  const file = openSync(join(folder.path, 'sync'), 'w')
  const page = Buffer.alloc(4096, 1)
  const times = Array.from({ length: 50 }, () => {
    const start = performance.now()
    writeSync(file, page)
    fdatasyncSync(file)
    return performance.now() - start
  })
  closeSync(file)
  folder.remove()
  return median(times)
}
