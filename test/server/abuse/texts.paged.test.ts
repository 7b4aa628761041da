import { writeJson } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { batchAnswersText } from '../../../server/src/market/batches/file-answers.ts'
import { batchResultsText } from '../../../server/src/market/batches/results.ts'
import { exportPerson } from '../../../server/src/market/export/export-person.ts'
import { marketSections } from '../../../server/src/market/export/sections.ts'
import { ALL_DAYS, searchJobs } from '../../../server/src/market/reports/search.ts'
import type { Reader } from '../../../server/src/storage/database.ts'
import { connect } from '../../../server/src/storage/sqlite.ts'
import type { Floor } from '../../conformance/market-floor.ts'
import { openSqliteFloor } from '../sqlite-floor.ts'

const JOBS = 12
const TEXT_BYTES = 400_000
/** A page's megabyte, and what JSON puts around two texts. */
const MOST_READ = 1_048_576 + 10_000

/** A file of 2 MiB. */
const PARTS = Array.from({ length: 8 }, (_, n) => `${n} "ü\n${'y'.repeat(262_144)}`)

let floor: Floor & { file: string }
let user: string
beforeAll(async () => {
  floor = await openSqliteFloor()
  user = await floor.user(1_000_000_000_000n)
  const host = await floor.host()
  const jobs: string[] = []
  for (let n = 0; n < JOBS; n++) {
    const { job_id } = await floor.submit(user, { max_tokens: 4000 })
    await floor.next(host)
    const tokens = [`${n} `, 'x'.repeat(TEXT_BYTES)]
    await floor.results(host, { job_id, offset: 0, tokens, finish_reason: 'stop' })
    jobs.push(job_id)
  }
  const file = connect(floor.file)
  file.exec(`insert into batches (batch_id, user_id, name, model, settings_json, token_id, state, lines, bytes, sent,
    completed, failed, charged_nano, created_at, door) values ('bat_1', '${user}', 'b', 'm', '{}', 'password',
    'completed', ${JOBS}, 1, ${JOBS}, ${JOBS}, 0, 0, 1, '/v1/chat/completions')`)
  for (const [line, job_id] of jobs.entries())
    file.exec(`insert into batch_lines (batch_id, line, input_text, state, job_id)
      values ('bat_1', ${line}, '', 'ended', '${job_id}')`)
  file.exec(`insert into files (file_id, user_id, filename, purpose, bytes, state, created_at)
    values ('file_1', '${user}', 'a.jsonl', 'batch', 1, 'there', 1)`)
  const insertPart = file.prepare('insert into file_parts (file_id, part, content) values (?, ?, ?)')
  for (const [part, content] of PARTS.entries()) insertPart.run('file_1', part, content)
  file.close()
})
afterAll(() => floor.close())

/** Reads, and says how much came at once at the most. */
function watched() {
  const { database } = floor.market
  let most = 0
  const reader: Reader = {
    ...{ dialect: database.dialect, get: database.get },
    async all(statement, parameters) {
      const rows = await database.all(statement, parameters)
      most = Math.max(most, writeJson(rows).length)
      return rows
    },
  }
  return { reader, most: () => most }
}

const everyJob = Array.from({ length: JOBS }, (_, n) => n)

/** The texts as they stand in lines of JSON or CSV, or in objects. */
const numbersIn = (texts: readonly string[]) =>
  texts.flatMap((text) => [...text.matchAll(/(\d+) x{400000}/g)].map(([, n]) => Number(n)))

// Before: a hundred rows at once, whatever was in them. Of 6 MiB each they held the event loop for 4.5 s, took 1.1 GB,
// and as lines of a file were more than a text can be.
test.each([
  ['the results of a batch', (reader: Reader) => batchResultsText(reader, 'bat_1', 'jsonl')],
  ['... as a table', (reader: Reader) => batchResultsText(reader, 'bat_1', 'csv')],
  ['the file of its answers', (reader: Reader) => batchAnswersText(reader, 'bat_1', 'completed')],
  ["a person's export", (reader: Reader) => written(marketSections(reader, user).jobs as AsyncIterable<object>)],
] as const)('%s reads a megabyte at once, and all of it', async (_, textsOf) => {
  const { reader, most } = watched()
  expect(numbersIn(await Array.fromAsync(textsOf(reader)))).toEqual(everyJob)
  expect(most()).toBeLessThan(MOST_READ)
})

async function* written(items: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const item of items) yield writeJson(item)
}

test('a search reads a megabyte at once, others have their turn between, and it finds all', async () => {
  const { reader, most } = watched()
  let [turns, running] = [0, true]
  const turn = () => running && ++turns && setImmediate(turn)
  turn()
  const filter = { user_id: user, state: undefined, model: undefined, ...ALL_DAYS }
  const { found, searched } = await searchJobs(reader, filter, 'X'.repeat(1000))
  running = false
  expect([found.length, searched]).toEqual([JOBS, JOBS])
  expect(most()).toBeLessThan(MOST_READ)
  expect(turns).toBeGreaterThan(JOBS / 2 - 1)
})

// Before: files of 64 MiB were put together and written as JSON in one text, some 200 MB for each export.
test("a file stands in a person's export part by part, and is whole there", async () => {
  const account = { user_id: user, username: 'u', email: null, role: 'user', total_jobs: 0, created_at: 0 } as never
  const texts = await Array.fromAsync(exportPerson(floor.market, account, () => ({})))
  const { files } = JSON.parse(texts.join('')) as { files: { file_id: string; content: string }[] }
  expect(files).toMatchObject([{ file_id: 'file_1', filename: 'a.jsonl', content: PARTS.join('') }])
  expect(Math.max(...texts.filter((text) => text.includes('yyy')).map((text) => text.length))).toBeLessThan(300_000)
})
