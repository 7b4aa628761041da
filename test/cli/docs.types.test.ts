import { afterAll, beforeAll, expect, test } from 'vitest'
import { pairs, sheetOf } from '../documents/labelled-papers/sheet.ts'
import { type DocsCli, startDocsCli } from './docs-cli.ts'

let cli: DocsCli
let id: string
const LEASE = {
  name: 'LEASE',
  fields: [
    { name: 'tenant', kind: 'text', labels: ['tenant'] },
    { name: 'monthly_rent', kind: 'amount', labels: ['monthly rent'] },
  ],
}
beforeAll(async () => {
  cli = await startDocsCli()
  const rows = pairs(
    [
      ['Tenant', 'Maren Achterberg'],
      ['Monthly rent', '1,450.00'],
    ],
    110,
  )
  cli.put('lease.pdf', await sheetOf([['Lease summary', 60, 60, 16, true], ...rows]))
  cli.put('lease.json', JSON.stringify(LEASE))
  const { stdout, stderr } = await cli.docs('analyze', cli.file('lease.pdf'))
  id = /doc_\w+/.exec(stdout)?.[0] ?? expect.fail(stderr)
  expect(stdout).toMatch(/type +UNKNOWN/)
})
afterAll(async () => await cli.stop())

test('a type is tried, declared, used, listed and forgotten', async () => {
  const tried = await cli.docs('types', 'try', cli.file('lease.json'), id)
  expect(tried.stdout).toMatch(/doc_\w+: would be taken for one of this type\n.*tenant +Maren Achterberg/s)
  expect(await cli.docs('types')).toMatchObject({ code: 0, stdout: '', stderr: expect.stringMatching(/declared none/) })
  const added = await cli.docs('types', 'add', cli.file('lease.json'))
  expect(added).toMatchObject({ code: 0, stderr: expect.stringContaining('LEASE is declared') })
  expect((await cli.docs('types')).stdout).toMatch(/LEASE +tenant, monthly_rent/)
  const { stdout } = await cli.docs('analyze', cli.file('lease.pdf'))
  expect(stdout).toMatch(/type +LEASE\n/)
  expect(stdout).toMatch(/monthly_rent +1450\.00/)
  expect(await cli.docs('types', 'delete', 'LEASE')).toMatchObject({ code: 0 })
  expect((await cli.docs('types', 'delete', 'LEASE')).code).not.toBe(0)
})

test('a file that declares no type says what is wrong with it', async () => {
  cli.put('wrong.json', JSON.stringify({ ...LEASE, fields: [{ name: 'tenant', kind: 'sum', labels: ['tenant'] }] }))
  const wrong = await cli.docs('types', 'add', cli.file('wrong.json'))
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringMatching(/declares no type.*fields\.0\.kind/s) })
  cli.put('none.json', 'name: LEASE')
  expect(await cli.docs('types', 'add', cli.file('none.json'))).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('is no JSON'),
  })
})
