import { copyFileSync, rmSync } from 'node:fs'
import { migrate } from '../../../server/src/storage/migrate.ts'
import { memoryFolder } from '../memory-folder.ts'

/** Empty market databases, one after the other: migrated once and copied, since migrating costs as much as a run. */
export async function openMarketFiles() {
  const folder = memoryFolder()
  const template = `${folder.path}/template.db`
  await migrate({ sqlite: template })
  let files = 0
  return {
    fresh(): string {
      const file = `${folder.path}/${++files}.db`
      copyFileSync(template, file)
      return file
    },
    discard(file: string): void {
      for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
    },
    remove: folder.remove,
  }
}

export type MarketFiles = Awaited<ReturnType<typeof openMarketFiles>>
