import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Endpoint, market as endpoints } from '@mkt/schemas'
import { describe, expect, vi } from 'vitest'
import { test } from './cli-test.ts'
import { eventStream, refusal, type Scripted } from './fake-market.ts'
import { runMkt } from './run-mkt.ts'
import { AT, completed, createdToken, JOB_ID, me, ownedHost, submitted, withdrawal } from './samples.ts'

// Each test starts some processes, several tests at once.
vi.setConfig({ testTimeout: 120_000 })

/** Clears a screen, sets a title, fills the clipboard, in C0 and C1, turns text round, and begins a row of its own. */
const EVIL =
  'a\u001b[2J\u001b]0;t\u0007\u001b]52;c;aGk=\u001b\\b\u009b31m\u0090q\u009c\u202egnp\u2066\u200f\r\nFORGED\u0085\u2028x\u0008\u007f\u0000'
const LONG = `${EVIL}${'y'.repeat(3000)}`

/** What this program itself writes: colours, and lines that are drawn over themselves. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const OWN = /\u001b\[(\d+(;\d+)*)?m|\r\u001b\[2K|\u001b\[\d*[ABCDGJK]|\u001b\[\?25[lh]/g
const obeyed = (text: string, allowed = /[\n\t\r]/) =>
  [...text.replace(OWN, '')].filter((sign) => /\p{Cc}/u.test(sign) && !allowed.test(sign))
const MARKS = /[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

const job = { ...completed, model: EVIL, input_text: EVIL, output_text: LONG }
const host = { ...ownedHost, gpu: EVIL }
const publicHost = {
  host_id: 'host_1',
  gpu: EVIL,
  status: 'active',
  models: [EVIL],
  price_per_token: 0,
  backend: 'worker',
}
const adminHost = {
  host_id: 'host_1',
  gpu: EVIL,
  status: 'active',
  total_jobs_completed: 1,
  total_earnings: 1,
  last_heartbeat: AT,
}
const paid = { ...withdrawal, destination: EVIL, reference: EVIL }
const ok = (body: unknown, status = 200): Scripted => ({ status, body })

/** Every command that shows text of others, with answers in which all of that text is hostile. */
const SHOWN: [string, [Endpoint, Scripted][]][] = [
  [
    'models',
    [[endpoints.models, ok({ models: [{ name: EVIL, available_hosts: 1, min_price_per_token: 0, max_tokens: 1 }] })]],
  ],
  ['hosts', [[endpoints.hosts, ok({ hosts: [publicHost] })]]],
  ['account export', [[endpoints.exportAccount, ok({ exported_at: AT, account: { ...me, username: EVIL } })]]],
  ['whoami', [[endpoints.me, ok({ ...me, username: EVIL })]]],
  [
    'jobs',
    [
      [
        endpoints.listJobs,
        ok({ jobs: [{ job_id: JOB_ID, model: EVIL, status: 'completed', credits_used: 0, created_at: AT }], total: 1 }),
      ],
    ],
  ],
  [`job ${JOB_ID}`, [[endpoints.getJob, ok(job)]]],
  [`cancel ${JOB_ID}`, [[endpoints.cancelJob, ok(job)]]],
  [
    `stream ${JOB_ID}`,
    [
      [
        endpoints.streamJob,
        eventStream({ id: '1.0', token: EVIL }, { id: '1.1', token: '\u001b[' }, { id: '1.2', token: '2J' }, 'done'),
      ],
      [endpoints.getJob, ok(job)],
    ],
  ],
  [
    'submit --model tiny --no-stream hi',
    [
      [endpoints.runModel, ok({ ...submitted, model: EVIL }, 202)],
      [endpoints.getJob, ok(job)],
    ],
  ],
  [
    'tokens',
    [[endpoints.listTokens, ok({ tokens: [{ token_id: 'tok_1', name: EVIL, created_at: AT, expires_at: null }] })]],
  ],
  ['tokens create x', [[endpoints.createToken, ok({ ...createdToken, name: EVIL, token: EVIL }, 201)]]],
  ['earnings', [[endpoints.listOwnHosts, ok({ hosts: [host] })]]],
  ['withdrawals', [[endpoints.listWithdrawals, ok({ withdrawals: [paid], total: 1 })]]],
  ['admin users', [[endpoints.adminUsers, ok({ users: [{ ...me, username: EVIL }], total: 1 })]]],
  ['admin hosts', [[endpoints.adminHosts, ok({ hosts: [adminHost], total: 1 })]]],
  ['admin withdrawals', [[endpoints.adminWithdrawals, ok({ withdrawals: [paid], total: 1 })]]],
  ['admin disable host_1', [[endpoints.changeAnyHost, ok(adminHost)]]],
  ['admin documents-key usr_1', [[endpoints.createDocumentsKey, ok({ key: EVIL }, 201)]]],
]

describe.concurrent('text of others on a terminal', () => {
  test.for(SHOWN)('mkt %s', async ([line, scripts], { market, cli }) => {
    for (const [endpoint, script] of scripts) market.script(endpoint, script)
    // What is cut to fit the terminal could not be looked for.
    const { stdout } = await cli.run([...line.split(' '), '--wide'], {
      terminal: true,
      env: { MKT_PASSWORD: 'correct horse' },
    })
    expect(stdout).toMatch(/FORGED|tok_1|cancelled|had ended/)
    expect(obeyed(stdout)).toEqual([])
    // Running text may hold marks; where names stand in lines, none reorders them, and none makes a line of its own.
    if (!/^(job|stream|submit|cancel)/.test(line)) {
      expect(stdout.match(MARKS)).toBeNull()
      expect(stdout).not.toMatch(/^FORGED/m)
    }
  })

  test('as JSON everything is there, and nothing is obeyed', async ({ market, cli }) => {
    market.script(endpoints.getJob, ok(job))
    const { stdout } = await cli.run(['job', JOB_ID, '--json'])
    expect(JSON.parse(stdout)).toEqual(job)
    expect([obeyed(stdout, /\n/), stdout.match(MARKS)]).toEqual([[], null])
  })

  test('messages of errors, their details and codes of failed jobs', async ({ market, cli }) => {
    const details = [{ path: EVIL, message: EVIL }]
    market.script(
      endpoints.me,
      refusal(400, 'invalid_request', LONG, { details }),
      refusal(503, 'no_host_available', EVIL),
    )
    for (let call = 0; call < 2; call++) {
      const { stdout } = await cli.run(['whoami'], { terminal: true })
      expect(stdout).toContain('FORGED')
      expect([obeyed(stdout), stdout.match(MARKS), /^FORGED/m.test(stdout)]).toEqual([[], null, false])
    }
  })
})

const entry = (value: string | number) => ({ value, confidence: 0.9 })
const analysis = {
  status: 'success',
  document_id: 'doc_1',
  document_type: 'INVOICE',
  processing_time_ms: 1,
  extraction: {
    fields: { vendor_name: entry(EVIL), invoice_number: entry('=cmd|calc!A1'), invoice_total: entry(-1.5) },
    tables: [{ name: 'line_items', page: 1, columns: ['description'], rows: [{ description: EVIL }], confidence: 0.9 }],
    metadata: { page_count: 1, extraction_engine: 'pdf-text' },
  },
  risk_assessment: {
    risk_score: 1,
    risk_level: 'LOW',
    flags: [{ code: 'X', severity: 'info', family: 'structure', message: EVIL, fields: [], evidence: [] }],
    confidence: 0.9,
  },
  annotated_pdf_url: 'http://127.0.0.1/x',
}

test('what documents say, and how files are called', async () => {
  const server = createServer((request, response) => {
    request
      .resume()
      .on('end', () => response.setHeader('content-type', 'application/json').end(JSON.stringify(analysis)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const folder = mkdtempSync(join(tmpdir(), 'mkt-hostile-'))
  const names = ['a\u001b[2J\u202efdp.exe\nFORGED.pdf', 'b.pdf'].map((name) => join(folder, name))
  for (const name of names) writeFileSync(name, '%PDF-1.4')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const env = { MKT_DOCUMENTS_SERVER: url, MKT_DOCUMENTS_KEY: 'mkt_d_x', MKT_CONFIG_DIR: folder }
  try {
    for (const args of [
      ['show', 'doc_1'],
      ['show', 'doc_1', '--csv'],
      ['analyze', ...names],
    ]) {
      const { stdout } = await runMkt(['docs', ...args], { env, terminal: true })
      expect(stdout).toContain('FORGED')
      expect(obeyed(stdout)).toEqual([])
      if (!args.includes('--csv')) expect([stdout.match(MARKS), /^FORGED/m.test(stdout)]).toEqual([null, false])
    }
  } finally {
    await new Promise((resolve) => server.close(resolve))
    rmSync(folder, { recursive: true })
  }
})
