import { expect, test } from 'vitest'
import { wordIssues } from '../../server/src/documents/answer/issue-wording.ts'

test('issues of one kind are one sentence with all their pages', () => {
  const unreadable = (page: number) => ({ stage: 'text', code: 'page_unreadable', page }) as const
  expect(
    wordIssues([unreadable(2), { stage: 'text', code: 'revisions_skipped' }, unreadable(7), unreadable(2)]),
  ).toEqual([
    { stage: 'text', code: 'page_unreadable', message: expect.stringContaining('could not be read'), pages: [2, 7] },
    { stage: 'text', code: 'revisions_skipped', message: expect.stringContaining('last states') },
  ])
})

test('a type whose fields could not be read is named', () => {
  expect(wordIssues([{ stage: 'extract', code: 'failed_t4_tax_slip', page: 1 }])[0]?.message).toContain('T4_TAX_SLIP')
})
