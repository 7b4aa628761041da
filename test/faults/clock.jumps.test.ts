import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { market } from '@mkt/schemas'
import { afterAll, expect, test } from 'vitest'
import { cleanUp, startBin, tempFolder, until } from '../e2e/bins.ts'
import { audit, serve, signUp } from '../e2e/market.ts'
import { piecesFor, startScriptedEngine } from './scripted-engine.ts'

const HOUR_MS = 3_600_000
/** The server looks after leases and hosts every 5 s; a job must last longer than that. */
const PACE_MS = 120
const PIECES = 55

afterAll(cleanUp)

/** A clock that the programs with this environment share. */
function sharedClock() {
  const file = join(tempFolder(), 'clock')
  const set = (ms: number) => {
    writeFileSync(`${file}.new`, String(ms))
    renameSync(`${file}.new`, file)
  }
  set(0)
  const preload = pathToFileURL(fileURLToPath(new URL('./shifted-clock.ts', import.meta.url))).href
  return { set, env: { MKT_TEST_CLOCK: file, NODE_OPTIONS: `--import=${preload}` } }
}

test('a clock that jumps hours ahead and back loses no lease, no host, no queued job and no login', {
  timeout: 300_000,
}, async () => {
  const engine = await startScriptedEngine(PACE_MS)
  const { set, env } = sharedClock()
  const server = await serve({ env })
  const ada = await signUp(server)
  const host = [
    '--backend',
    'worker',
    '--endpoint-url',
    engine.url,
    '--model',
    'm',
    '--price',
    '0.001',
    '--gpu',
    'none',
  ]
  const agent = startBin('mkt-agent', ['start', '--server', server.url, ...host, '--state', tempFolder()], { env })
  await agent.says(/"ready for jobs"/)
  const long = Array.from({ length: 1000 }, (_, at) => `prompt ${at}`).find((text) => piecesFor(text).length >= PIECES)
  const job_id = await ada.submit({ model: 'm', input_text: long as string, max_tokens: 100 })
  // The agent runs one job at a time, so this one waits in the queue over both jumps.
  const waiting = await ada.submit({ model: 'm', input_text: 'short', max_tokens: 3 })
  const generated = (count: number) =>
    until(`${count} pieces`, async () => (await ada.job(job_id)).tokens_generated >= count)

  await generated(4)
  set(30 * HOUR_MS)
  expect(
    Date.parse((await ada.client.call(market.createToken, { body: { name: 'later' } })).created_at),
  ).toBeGreaterThan(Date.now() + 29 * HOUR_MS)
  await generated(PIECES - 4)
  expect((await ada.client.call(market.health, {})).active_hosts).toBe(1)
  set(-20 * HOUR_MS)
  const early = await ada.client.call(market.createToken, { body: { name: 'earlier' } })
  expect(Date.parse(early.created_at)).toBeLessThan(Date.now() - 19 * HOUR_MS)

  expect(await ada.end(job_id)).toMatchObject({
    status: 'completed',
    attempts: 1,
    output_text: piecesFor(long as string).join(''),
  })
  expect(await ada.end(waiting)).toMatchObject({ status: 'completed', attempts: 1 })
  // A bound on tries counts from the start of its time, whatever the clock says.
  const again = await signUp(server, 'bell')
  expect(await again.end(await again.submit({ model: 'm', input_text: 'new', max_tokens: 3 }))).toMatchObject({
    status: 'completed',
  })
  expect((await ada.client.call(market.health, {})).active_hosts).toBe(1)
  expect(server.program.stderr() + agent.stderr()).not.toMatch(
    /"level":("error"|"fatal"|50|60)|inactive|attempt lost|expired/,
  )
  expect(await audit(server)).toMatchObject({ code: 0, report: { ok: true } })
  await engine.close()
})
