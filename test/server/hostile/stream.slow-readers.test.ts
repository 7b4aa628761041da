import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { market as endpoints } from '@mkt/schemas'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { read, wholeStream } from '../contract/reader.ts'
import { until } from '../contract/until.ts'
import { type Marketplace, startMarketplace, type TestHost, type TestUser } from '../marketplace.ts'
import { openSocket } from './raw-socket.ts'

/** Ten times this on loopback. */
const UNSENT = 300_000

let place: Marketplace
let buyer: TestUser
let host: TestHost
beforeEach(async () => {
  place = await startMarketplace({ limits: { unsent_bytes_per_address: UNSENT, keep_alive_seconds: 0.2 } })
  buyer = await place.user()
  host = await place.host({ price: 0n, max_tokens: 1_000_000 })
})
afterEach(() => place.stop())

const PIECE = 'a'.repeat(1000)
/** 4 MB: more than the buffers of a connection take. */
const PIECES = Array.from({ length: 4000 }, (_, at) => `${at} ${PIECE}`)

/** A running job; `play` has its host send all pieces and end it. */
async function startJob() {
  const { job_id } = await buyer.client.call(endpoints.runModel, {
    body: { model: 'm', input_text: 'x', max_tokens: 100_000 },
  })
  await host.next()
  const play = async () => {
    for (let at = 0; at < PIECES.length; at += 500)
      await host.results([{ job_id, offset: at, tokens: PIECES.slice(at, at + 500) }])
    await host.results([{ job_id, offset: PIECES.length, tokens: [], finish_reason: 'stop' }])
  }
  return { job_id, play }
}

/** Asks for something and takes nothing of the answer. */
async function askSilently(path: string) {
  const raw = await openSocket(place.url, { reading: false })
  raw.socket.pause()
  // HTTP/1.0 has no chunks, whose lengths would stand between the events.
  raw.write(`GET ${path} HTTP/1.0\r\nAuthorization: ${buyer.authorization}\r\n\r\n`)
  return raw
}

/** The whole body of an answer that is read as it comes. */
async function fromElsewhere(path: string): Promise<string> {
  const raw = await openSocket(place.url, { localAddress: '127.0.0.2' })
  raw.write(`GET ${path} HTTP/1.0\r\nAuthorization: ${buyer.authorization}\r\n\r\n`)
  await until(() => raw.isClosed(), 'the end of the answer', 20_000)
  return raw.text().slice(raw.text().indexOf('\r\n\r\n') + 4)
}

const connectionsFall = (most: number) =>
  until(async () => (await place.connections()) <= most, `a fall to ${most} connections`, 20_000)

test('a reader who takes nothing holds back nobody, and gets every piece once when he reads at last', async () => {
  const job = await startJob()
  const silent = await askSilently(`/jobs/${job.job_id}/stream`)
  const other = await read(place.url, job.job_id, buyer.authorization)
  await job.play()
  expect(await other.end()).toBe(wholeStream(1, PIECES))
  let text = ''
  silent.socket.on('data', (chunk) => {
    text += chunk
  })
  silent.socket.resume()
  await until(() => text.includes('[DONE]'), 'the end of the stream')
  expect(text.slice(text.indexOf('\r\n\r\n') + 4)).toBe(wholeStream(1, PIECES))
  silent.socket.destroy()
})

/** What is in use now, whatever garbage there is. */
function memoryInUse(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const { heapUsed, external, arrayBuffers } = process.memoryUsage()
  return heapUsed + external + arrayBuffers
}

test('readers of an ended job who take nothing hold a part of the text each, not all of it', async () => {
  const job = await startJob()
  await job.play()
  const before = memoryInUse()
  const readers = 6
  const silent = await Promise.all(Array.from({ length: readers }, () => askSilently(`/jobs/${job.job_id}/stream`)))
  // Each was sent its first part, and there it waits.
  await until(() => silent.every(({ socket }) => socket.readableLength > 0))
  // Within a second or so their copies of the text are let go of.
  const each = () => (memoryInUse() - before) / readers
  await expect.poll(each, { interval: 250, timeout: 20_000 }).toBeLessThan(2_500_000)
  for (const { socket } of silent) socket.destroy()
})

test.each<[string, (jobId: string) => string, number]>([
  ['streams', (jobId) => `/jobs/${jobId}/stream`, 18],
  ['answers', (jobId) => `/jobs/${jobId}`, 15],
])(
  '%s that nobody takes are bounded together: those that hold most are cut, all others are served',
  async (...what) => {
    const [, pathOf, count] = what
    const job = await startJob()
    await job.play()
    await connectionsFall(0)
    const silent = await Promise.all(Array.from({ length: count }, () => askSilently(pathOf(job.job_id))))
    // Callers of other addresses are not concerned.
    expect(await fromElsewhere(`/jobs/${job.job_id}/stream`)).toBe(wholeStream(1, PIECES))
    // 3 MB may wait: that are a few parts of a stream, or no whole answer.
    await connectionsFall(count / 2)
    for (const { socket } of silent) socket.destroy()
  },
)
