import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { market } from '@mkt/schemas'
import { type Client, createClient } from '@mkt/schemas/client'
import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest'
import { cleanUp, runBin } from '../e2e/bins.ts'
import { audit, type Server, serve, signUp, type User } from '../e2e/market.ts'
import { analyzed, post } from '../server/documents-service.ts'
import { madePdf } from '../server/made-pdf.ts'
import { leftoverFaults } from './checks.ts'
import { type DiskKind, openSmallDisk, type SmallDisk } from './small-disk.ts'

const KINDS: DiskKind[] = ['a file system of its own', 'a limit on the size of files']
const INTERNAL = { status: 500, code: 'internal_error' }

/** Whether this user could have a real one: then the other kind shows nothing more. */
let realDisk = false

afterAll(cleanUp)

describe.each(KINDS)('a full disk, as %s:', (kind) => {
  let disk: SmallDisk | undefined
  let why = ''
  let server: Server
  let ada: User
  let host: { host_id: string; client: Client }
  let key: string

  beforeAll(async () => {
    if (kind === KINDS[1] && realDisk && process.env.MKT_FAULTS !== 'all') {
      why = 'a real file system stood in; MKT_FAULTS=all runs both'
      return
    }
    const opened = openSmallDisk(kind, () => server.program)
    if ('why' in opened) {
      why = opened.why
      return
    }
    disk = opened
    realDisk ||= !opened.perFile
    server = await serve({ data: disk.data })
    ada = await signUp(server)
    const registration = { gpu: 'none', models: ['m'], price_per_token: 1_000_000n, backend: 'huggingface' as const }
    const { host_id, api_key } = await createClient({ baseUrl: server.url }).call(market.registerHost, {
      body: registration,
    })
    host = { host_id, client: createClient({ baseUrl: server.url, authorization: () => `Bearer ${api_key}` }) }
    const made = await runBin('mkt-server', ['keys', 'create', '--user', 'papers', '--data', server.data])
    key = `Bearer ${made.stdout.trim()}`
  })
  afterAll(async () => {
    await server?.program.stop()
    disk?.close()
  })

  const demand = (context: TestContext): SmallDisk => disk ?? context.skip(`${kind}: ${why}`)
  const submit = (idempotencyKey: string) => {
    const body = { model: 'm', input_text: 'hello', max_tokens: 20 }
    return ada.client.call(market.runModel, { body }, { headers: { 'idempotency-key': idempotencyKey } })
  }
  const health = async () => (await ada.client.call(market.health, {})).status
  const soundBooks = async () => expect(await audit(server)).toMatchObject({ code: 0, report: { ok: true, sum: 0 } })
  const uploads = () => readdirSync(join(server.data, 'uploads'))

  test('a submission is refused and changes nothing; with room again, the same one is accepted once', async (context) => {
    const { leave, free } = demand(context)
    const { job_id } = await submit('before')
    const { credits } = await ada.client.call(market.me, {})
    leave(0)
    await expect(submit('full')).rejects.toMatchObject(INTERNAL)
    expect(await health()).toBe('degraded')
    // What is there can be read, and proved, all the same.
    expect(await ada.job(job_id)).toMatchObject({ status: 'queued' })
    expect((await ada.client.call(market.me, {})).credits).toBe(credits)
    await soundBooks()
    const said = await ada.mkt('submit', '--model', 'm', '--no-stream', 'hello').ended
    expect(said.code).not.toBe(0)
    expect(said.stderr).toContain('Something went wrong on our side; try again later.')
    free()
    const accepted = await submit('full')
    expect((await submit('full')).job_id).toBe(accepted.job_id)
    expect((await ada.client.call(market.listJobs, { query: {} })).total).toBe(2)
    expect(await health()).toBe('ok')
    await soundBooks()
  })

  test('pieces of a running job are taken; its end is taken once there is room, and charged once', async (context) => {
    const { leave, free } = demand(context)
    const offer = await host.client.call(market.nextJob, { body: { host_id: host.host_id, wait_seconds: 0 } })
    if (!offer) throw new Error('no job was offered')
    const { job_id, attempt = 0 } = offer
    const results = (result: object) =>
      host.client.call(market.results, {
        body: { host_id: host.host_id, results: [{ job_id, attempt, offset: 0, tokens: ['a', 'b'], ...result }] },
      })
    leave(0)
    expect((await results({})).results).toMatchObject([{ state: 'running', next_offset: 2 }])
    await expect(results({ finish_reason: 'stop' })).rejects.toMatchObject(INTERNAL)
    expect(await ada.job(job_id)).toMatchObject({ status: 'running', credits_used: 0n })
    free()
    for (const _ of ['first', 'repeated'])
      expect((await results({ finish_reason: 'stop' })).results).toMatchObject([{ state: 'completed' }])
    expect(await ada.job(job_id)).toMatchObject({ status: 'completed', output_text: 'ab', credits_used: 2_000_000n })
    await soundBooks()
  })

  test('the report of a document that is there is drawn and read all the same', async (context) => {
    const { leave, free } = demand(context)
    const { annotated_pdf_url } = await analyzed(server.documentsUrl, await madePdf(), { as: key })
    leave(0)
    const report = await fetch(annotated_pdf_url, { headers: { authorization: key } })
    const bytes = Buffer.from(await report.arrayBuffer())
    free()
    expect([report.status, bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
  })

  test.for([
    ['the upload', 0.3],
    ['the copy that is kept', 1.5],
  ] as const)(
    'a document is a 500 where there is no room for %s, and nothing of it stays',
    async ([what, room], context) => {
      const { leave, free, perFile } = demand(context)
      if (perFile && room > 1) context.skip('a limit on each file does not know how much all of them are')
      const pdf = await madePdf({ bytes: 400_000, lines: [what] })
      leave(Math.round(pdf.length * room))
      const refused = await post(server.documentsUrl, pdf, { as: key })
      expect([refused.status, await refused.json()]).toEqual([500, { error: 'internal_error' }])
      free()
      expect(uploads()).toEqual([])
      const { document_id } = await analyzed(server.documentsUrl, pdf, { as: key })
      const list = await fetch(`${server.documentsUrl}/documents`, { headers: { authorization: key } })
      expect(await list.json()).toMatchObject({
        documents: expect.arrayContaining([expect.objectContaining({ document_id })]),
      })
      await soundBooks()
    },
  )

  test('after all of it the data directory holds what is listed and nothing else', async (context) => {
    const { data } = demand(context)
    await server.program.stop('SIGKILL')
    server = await serve({ data })
    expect(leftoverFaults(data)).toEqual([])
    expect(existsSync(join(data, 'documents'))).toBe(true)
    await soundBooks()
  })
})
