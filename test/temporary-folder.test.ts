import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import setUp, { hasRoom, memoryFolderOf } from './temporary-folder.ts'

test('what a run keeps in memory goes with it, and with the next one where it was killed', (context) => {
  if (!hasRoom()) return context.skip('there is no room in /dev/shm')
  const { pid: ended } = spawnSync('true')
  const [own, left, running] = [process.pid, ended, process.ppid].map(memoryFolderOf) as [string, string, string]
  const stays = existsSync(running)
  mkdirSync(left)
  vi.stubEnv('TMPDIR', undefined)
  onTestFinished(() => {
    vi.unstubAllEnvs()
    for (const folder of [own, left]) rmSync(folder, { recursive: true, force: true })
  })
  const tearDown = setUp()
  expect(process.env.TMPDIR).toBe(own)
  expect([own, left, running].map(existsSync)).toEqual([true, false, stays])
  mkdirSync(join(own, 'mkt-something'))
  tearDown?.()
  expect(existsSync(own)).toBe(false)
})

test('who says where temporary files go is followed', () => {
  vi.stubEnv('TMPDIR', '/somewhere')
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(setUp()).toBeUndefined()
  expect(process.env.TMPDIR).toBe('/somewhere')
  expect(existsSync(memoryFolderOf(process.pid))).toBe(false)
})
