import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runMkt } from './run-mkt.ts'

const ESCAPE = '\u001b]0;owned\u0007\u001b[2J'
const TYPE = { name: 'LEASE', fields: [{ name: 'tenant', kind: 'text', labels: ['tenant'] }] }
const table = { name: `rows${ESCAPE}`, page: 1, columns: [], rows: [], confidence: 0.5 }
const result = { document_id: 'doc_1', taken: false, fields: {}, tables: [table], error: `no${ESCAPE}` }

test('nothing that a server says of a type that is tried is obeyed by the terminal', async () => {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ results: [result] }))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const folder = mkdtempSync(join(tmpdir(), 'mkt-types-'))
  onTestFinished(() => {
    server.close()
    rmSync(folder, { recursive: true })
  })
  writeFileSync(join(folder, 'type.json'), JSON.stringify(TYPE))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const env = { MKT_DOCS_SERVER: url, MKT_DOCS_KEY: 'mkt_d_made-up', MKT_CONFIG_DIR: folder }
  const { stdout, stderr } = await runMkt(['docs', 'types', 'try', join(folder, 'type.json'), 'doc_1'], { env })
  expect([stdout, stderr]).toEqual([expect.stringContaining('doc_1: no'), ''])
  expect(stdout).toContain('rows: 0')
  expect(stdout).not.toMatch(/(?!\n)\p{Cc}/u)
})
