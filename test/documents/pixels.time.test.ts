import { afterEach, expect, test, vi } from 'vitest'
import type { Page } from '../../server/src/documents/model/page.ts'
import type { Issue } from '../../server/src/documents/model/source.ts'
import { inspectPictures } from '../../server/src/documents/risk/pixels/inspect-pictures.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

test('pages whose pictures there was no time for are named', async () => {
  const page = (number: number) => ({ number, words: [], ocr: { language: 'en' } }) as unknown as Page
  const none = async () => undefined
  const issues: Issue[] = []
  let seconds = 0
  vi.spyOn(process, 'threadCpuUsage').mockImplementation(() => ({ user: 6e6 * seconds++, system: 0 }))
  const pictures = { scans: async () => [], shown: none, painted: none as never }
  await inspectPictures(pictures, [page(1), page(2), page(3)], [], issues)
  expect(issues).toEqual([2, 3].map((at) => ({ stage: 'risk', code: 'picture_skipped', page: at })))
})
