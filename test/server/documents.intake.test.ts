import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_FILE_BYTES } from '../../schemas/src/documents/endpoints.ts'
import { until } from './contract/until.ts'
import { type Wired, wire } from './contract/wire.ts'
import { type DocumentsService, type DocumentsUser, post, startDocuments } from './documents-service.ts'
import { madePdf } from './made-pdf.ts'

let place: DocumentsService
let ada: DocumentsUser
let pdf: Uint8Array
beforeAll(async () => {
  place = await startDocuments({ threads: 1 })
  ada = await place.user('ada')
  pdf = await madePdf()
  // The first one waits for the thread to load.
  expect((await post(place.url, pdf, { as: ada.authorization })).status).toBe(200)
})
afterAll(() => place.stop())

const BOUNDARY = 'x-boundary'
type Part = { head: string; body?: Uint8Array | string }
const part = (head: string, body: Uint8Array | string = ''): Part => ({ head, body })
const filePart = (body: Uint8Array | string = pdf) =>
  part('Content-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/pdf', body)

const written = (parts: Part[], end = `--${BOUNDARY}--\r\n`) =>
  Buffer.concat([
    ...parts.flatMap(({ head, body = '' }) => [
      Buffer.from(`--${BOUNDARY}\r\n${head}\r\n\r\n`),
      Buffer.from(body as string),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(end),
  ])

const head = (headers: Record<string, string>) =>
  Buffer.from(
    `POST /analyze-tax-slip HTTP/1.1\r\n${Object.entries({
      host: 'x',
      connection: 'close',
      authorization: ada.authorization,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      ...headers,
    })
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n`,
  )
const send = (body: Buffer, headers: Record<string, string> = {}): Promise<Wired> =>
  wire(place.url, Buffer.concat([head({ 'content-length': `${body.length}`, ...headers }), body]))
const chunked = (body: Buffer, size: number) => {
  const pieces: Buffer[] = []
  for (let at = 0; at < body.length; at += size) {
    const piece = body.subarray(at, at + size)
    pieces.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n'))
  }
  return Buffer.concat([...pieces, Buffer.from('0\r\n\r\n')])
}

describe('a form that is one', () => {
  test.each<[string, () => Promise<Wired>]>([
    ['a file', () => send(written([filePart()]))],
    [
      'a count before it',
      () => send(written([part('Content-Disposition: form-data; name="reference_count"', '3'), filePart()])),
    ],
    [
      'a count after it',
      () => send(written([filePart(), part('Content-Disposition: form-data; name=reference_count', '3')])),
    ],
    [
      'a small part that nobody knows',
      () => send(written([part('Content-Disposition: form-data; name="note"', 'x'), filePart()])),
    ],
    [
      'a file part without type and file name',
      () => send(written([part('content-disposition:form-data; name="file"', pdf)])),
    ],
    [
      'a file name that looks like another parameter',
      () => send(written([part('Content-Disposition: form-data; filename="; name=other"; name="file"', pdf)])),
    ],
    ['text before the first delimiter', () => send(Buffer.concat([Buffer.from('hello\r\n'), written([filePart()])]))],
    [
      'text after the last delimiter',
      () => send(Buffer.concat([written([filePart()]), Buffer.from('--x-boundary\r\nbye')])),
    ],
    [
      'blanks after a delimiter',
      () =>
        send(
          Buffer.from(written([filePart()]).toString('latin1').replace('boundary\r\n', 'boundary \t\r\n'), 'latin1'),
        ),
    ],
    [
      'a boundary in quotes',
      () => send(written([filePart()]), { 'content-type': `multipart/form-data; boundary="${BOUNDARY}"` }),
    ],
    [
      'chunks of one byte',
      () =>
        wire(place.url, Buffer.concat([head({ 'transfer-encoding': 'chunked' }), chunked(written([filePart()]), 1)])),
    ],
    [
      'nearly delimiters within the file',
      () => send(written([filePart(Buffer.concat([pdf, Buffer.from(`\r\n--${BOUNDARY.slice(0, -1)}\r\r\n--\r\n`)]))])),
    ],
  ])('%s is analysed', async (_what, ask) => expect((await ask()).status).toBe(200))
})

describe('a form that is none is 400', () => {
  const whole = () => written([filePart()])
  test.each<[string, () => Promise<Wired>]>([
    ['no body', () => send(Buffer.alloc(0))],
    ['JSON', () => send(Buffer.from('{}'), { 'content-type': 'application/json' })],
    ['no content type', () => send(whole(), { 'content-type': '' })],
    ['another multipart', () => send(whole(), { 'content-type': `multipart/mixed; boundary=${BOUNDARY}` })],
    ['no boundary', () => send(whole(), { 'content-type': 'multipart/form-data' })],
    ['another boundary', () => send(whole(), { 'content-type': 'multipart/form-data; boundary=other' })],
    ['no file', () => send(written([part('Content-Disposition: form-data; name="reference_count"', '1')]))],
    ['no parts', () => send(Buffer.from(`--${BOUNDARY}--\r\n`))],
    ['a file of no bytes', () => send(written([filePart('')]))],
    ['two files', () => send(written([filePart(), filePart()]))],
    [
      'a second file under another name',
      () => send(written([filePart(), part('Content-Disposition: form-data; name="more"; filename="b.pdf"', 'x')])),
    ],
    [
      'two counts',
      () =>
        send(
          written([
            part('Content-Disposition: form-data; name="reference_count"', '1'),
            part('Content-Disposition: form-data; name="reference_count"', '1'),
            filePart(),
          ]),
        ),
    ],
    [
      'a part that is too large',
      () => send(written([part('Content-Disposition: form-data; name="note"', 'x'.repeat(1025)), filePart()])),
    ],
    [
      'too many parts',
      () =>
        send(
          written([
            ...Array.from({ length: 25 }, () => part('Content-Disposition: form-data; name="note"', 'x')),
            filePart(),
          ]),
        ),
    ],
    ['a head that is too large', () => send(written([part(`X-Long: ${'x'.repeat(9000)}`), filePart()]))],
    [
      'an encoded file',
      () =>
        send(
          written([
            part(
              'Content-Disposition: form-data; name="file"\r\nContent-Transfer-Encoding: base64',
              Buffer.from(pdf).toString('base64'),
            ),
          ]),
        ),
    ],
    ['no last delimiter', () => send(written([filePart()], ''))],
    [
      'a delimiter that goes on',
      () => send(Buffer.from(whole().toString('latin1').replace('boundary\r\n', 'boundary!\r\n'), 'latin1')),
    ],
    ['no begin within 64 KiB', () => send(Buffer.alloc(70_000, 0x78))],
  ])('%s', async (_what, ask) => {
    const { status, text } = await ask()
    expect([status, text]).toEqual([400, '{"error":"invalid_file_format"}'])
    expect(place.uploads()).toEqual([])
  })
})

describe('the size of a file', () => {
  const MB = 1_048_576
  const send = (file: Uint8Array) => post(place.url, file, { as: ada.authorization })

  test('52,428,800 bytes are accepted', async () => {
    expect((await send(await madePdf({ bytes: MAX_FILE_BYTES }))).status).toBe(200)
  })

  test('one byte more is 413, and an ordinary client reads it', async () => {
    // Made before anything is sent: what is made here keeps the server in this process waiting too.
    const file = await madePdf({ bytes: MAX_FILE_BYTES + 1 })
    const response = await send(file)
    expect([response.status, await response.text()]).toEqual([413, '{"error":"payload_too_large"}'])
    expect(place.uploads()).toEqual([])
  })

  test('a file without end is 413 at the cap, read on for a while, then cut off', async () => {
    const body = written([filePart(Buffer.from('%PDF-1.7\n'))], '').subarray(0, -2)
    const { sent, answer, rss } = await pour(
      Buffer.concat([head({ 'transfer-encoding': 'chunked' }), chunk(body)]),
      300 * MB,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*\{"error":"payload_too_large"\}$/)
    expect(sent).toBeGreaterThan(MAX_FILE_BYTES)
    // 64 MiB beyond the cap, and what lies in the buffers of the sockets.
    expect(sent).toBeLessThan(MAX_FILE_BYTES + 64 * MB + 32 * MB)
    // 120 MB went through; none of it was held.
    expect(rss).toBeLessThan(40 * MB)
    expect(place.uploads()).toEqual([])
  })

  test('a length beyond it is 413 before a byte is sent', async () => {
    const socket = await opened()
    socket.write(head({ 'content-length': `${60 * MB}`, expect: '100-continue' }))
    const text = await firstOf(socket)
    expect(text).toMatch(/^HTTP\/1\.1 413 /)
    expect(text).not.toContain('100 Continue')
    socket.destroy()
  })
})

const chunk = (bytes: Buffer) =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])
const opened = () => {
  const { hostname, port } = new URL(place.url)
  return new Promise<Socket>((resolve) => {
    const socket = connect(Number(port), hostname, () => resolve(socket))
    socket.on('error', () => undefined)
  })
}
const firstOf = (socket: Socket) =>
  new Promise<string>((resolve) => socket.once('data', (bytes) => resolve(bytes.toString())))

/** Sends a start and then chunks until the server closes the connection; how far it came, and what memory grew by. */
async function pour(start: Buffer, most: number) {
  const socket = await opened()
  let answer = ''
  socket.on('data', (bytes) => {
    answer += bytes.toString()
  })
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const before = process.memoryUsage.rss()
  let rss = 0
  const block = chunk(Buffer.alloc(65_536, 0x20))
  let sent = 0
  socket.write(start)
  while (sent < most && !socket.destroyed) {
    if (!socket.write(block)) await Promise.race([closed, new Promise((resolve) => socket.once('drain', resolve))])
    sent += block.length
    rss = Math.max(rss, process.memoryUsage.rss() - before)
  }
  await closed
  return { sent, answer, rss }
}

describe('who may send', () => {
  test('without a key the body is not asked for', async () => {
    const socket = await opened()
    socket.write(head({ 'content-length': '1000000', expect: '100-continue', authorization: 'Bearer mkt_d_nobody' }))
    expect(await firstOf(socket)).toMatch(/^HTTP\/1\.1 401 [\s\S]*\{"error":"unauthorized"\}$/)
    socket.destroy()
  })

  test('with one it is', async () => {
    const body = written([filePart()])
    const socket = await opened()
    socket.write(head({ 'content-length': `${body.length}`, expect: '100-continue' }))
    expect(await firstOf(socket)).toBe('HTTP/1.1 100 Continue\r\n\r\n')
    const answer = firstOf(socket)
    socket.write(body)
    expect(await answer).toMatch(/^HTTP\/1\.1 200 /)
    socket.destroy()
  })
})

test('an upload that stops leaves nothing behind', async () => {
  const socket = await opened()
  socket.write(head({ 'content-length': '1000000' }))
  socket.write(written([filePart()], '').subarray(0, 500))
  await until(() => place.uploads().length === 1)
  socket.destroy()
  await until(() => place.uploads().length === 0)
  await until(() => place.documents.seats.waiting === 0)
})
