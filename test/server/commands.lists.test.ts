import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createAdmin } from '../../server/src/commands/admin.ts'
import { grantCredits } from '../../server/src/commands/credits.ts'
import { setUserDisabled } from '../../server/src/commands/disable.ts'
import { listAllHosts, showHost } from '../../server/src/commands/hosts.ts'
import { createKey, listKeys } from '../../server/src/commands/keys.ts'
import { type Column, counted, tableText } from '../../server/src/commands/table.ts'
import { listAllUsers, showUser } from '../../server/src/commands/users.ts'
import { listWithdrawals } from '../../server/src/commands/withdrawals.ts'

let data: string
let printed = ''
let told: string[] = []
beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'mkt-lists-'))
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += text
    return true
  })
  vi.spyOn(console, 'error').mockImplementation((said) => void told.push(said))
  await createKey({ data, user: 'ada' })
  await createAdmin({ data, username: 'olga', email: 'olga@example.com', password: 'a secret word' })
  await grantCredits({ data, user: 'ada', amount: '2.5', reason: 'a gift' })
  printed = ''
  told = []
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(data, { recursive: true, force: true })
})

const page = { limit: '1000', offset: '0' }
/** What was printed since the last look, in lines. */
function lines(): string[] {
  const found = printed.trimEnd().split('\n')
  printed = ''
  return found
}

async function json(work: Promise<void>): Promise<Record<string, unknown>> {
  await work
  return JSON.parse(lines().join('\n'))
}

describe('lists have a head, and say so where they are empty:', () => {
  test('users, searched by a part of a name or an address', async () => {
    await listAllUsers({ data, ...page })
    const [head, ...rows] = lines()
    expect(head).toMatch(/^USER +NAME +EMAIL +CREDITS +JOBS +SINCE +STATE$/)
    expect(rows).toEqual([
      expect.stringMatching(/^usr_\w+ +olga +olga@example\.com +0 +0 +20\d\d-\S+Z +admin$/),
      expect.stringMatching(/^usr_\w+ +ada +ada@localhost\.invalid +2\.5 +0 +20\d\d-\S+Z$/),
    ])
    for (const [search, names] of [
      ['AD', ['ada']],
      ['example.com', ['olga']],
      ['_', []],
      ['%', []],
    ] as const) {
      const { users, total } = await json(listAllUsers({ data, ...page, search, json: true }))
      expect([(users as { username: string }[]).map(({ username }) => username), total]).toEqual([names, names.length])
    }
    await listAllUsers({ data, ...page, search: 'nobody' })
    expect(lines()).toEqual(['There are no users.'])
  })

  test('a part of a list says how much there is, beside the data', async () => {
    await listAllUsers({ data, limit: '1', offset: '1' })
    expect(lines()).toHaveLength(2)
    expect(told).toEqual(['1 of 2 users; --limit and --offset show others'])
    await expect(listAllUsers({ data, limit: '0', offset: '0' })).rejects.toThrow(/--limit is "0"/)
  })

  test('keys, hosts and withdrawals', async () => {
    await listKeys({ data, user: 'ada' })
    expect(lines()).toEqual([expect.stringMatching(/^KEY +MADE$/), expect.stringMatching(/^\w+ +20\S+Z$/)])
    await listKeys({ data, user: 'olga' })
    await listAllHosts({ data, ...page })
    await listWithdrawals({ data, ...page, status: 'pending' })
    expect(lines()).toEqual([
      'There are no documents keys.',
      'There are no hosts.',
      'There are no pending withdrawals.',
    ])
  })
})

test('a user is shown with credits, tokens, hosts and state, and no secret', async () => {
  await setUserDisabled('ada', true, { data })
  lines()
  expect(await json(showUser('ADA', { data, json: true }))).toMatchObject({
    username: 'ada',
    disabled: true,
    password: false,
    credits: 2.5,
    reserved: 0,
    hosts: [],
    tokens: [],
    documents_keys: [{ key_id: expect.any(String) }],
  })
  await showUser('ada', { data })
  const text = lines().join('\n')
  expect(text).toMatch(/^state +user, disabled, without a password$/m)
  expect(text).toMatch(/^credits +2\.5 \(0 promotional\), and 0 reserved for open jobs$/m)
  expect(text).not.toContain('mkt_d_')
  await expect(showUser('nobody', { data })).rejects.toMatchObject({ code: 'not_found' })
  await expect(showHost('host_1', { data })).rejects.toMatchObject({ code: 'not_found' })
})

const COLUMNS: Column[] = [{ title: 'ID' }, { title: 'NAME', shrinks: true }, { title: 'N', align: 'right' }]
const ROWS = [
  ['id_1', 'a rather long name of a host', '7'],
  ['id_22', '日本語の名前です', '1234'],
]

test('a table fits the width by cutting what may be cut, and is whole without a width', () => {
  expect(tableText(COLUMNS, ROWS)).toBe(
    [
      'ID     NAME                             N',
      'id_1   a rather long name of a host     7',
      'id_22  日本語の名前です              1234',
    ].join('\n'),
  )
  expect(tableText(COLUMNS, ROWS, 24)).toBe(
    ['ID     NAME            N', 'id_1   a rather l…     7', 'id_22  日本語の名…  1234'].join('\n'),
  )
  // Ids and figures are never cut, however narrow it is.
  expect(tableText(COLUMNS, ROWS, 5)).toMatch(/^id_22 {2}日本… {3}1234$/m)
})

test('a list is cut on a terminal, unless it shall be wide, and nowhere else', async () => {
  const was = { isTTY: process.stdout.isTTY, columns: process.stdout.columns }
  try {
    Object.assign(process.stdout, { isTTY: true, columns: 60 })
    await listAllUsers({ data, ...page })
    expect(lines().join('\n')).toContain('…')
    await listAllUsers({ data, ...page, wide: true })
    expect(lines().join('\n')).not.toContain('…')
    Object.assign(process.stdout, { isTTY: false })
    await listAllUsers({ data, ...page })
    expect(lines().join('\n')).not.toContain('…')
  } finally {
    Object.assign(process.stdout, was)
  }
})

test('one is one', () => {
  expect([counted(0, 'job'), counted(1, 'job'), counted(2, 'entry', 'entries')]).toEqual([
    '0 jobs',
    '1 job',
    '2 entries',
  ])
})
