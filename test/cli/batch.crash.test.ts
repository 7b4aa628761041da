import { appendFile, readFile, truncate, writeFile } from 'node:fs/promises'
import { describe, expect } from 'vitest'
import { batchFiles, prompts } from './batch-files.ts'
import { type Cli, test } from './cli-test.ts'
import { type Moment, serveJobs } from './fake-queue.ts'
import type { Running } from './run-mkt.ts'

const PROMPTS = prompts(12)
const INPUTS = PROMPTS.map(({ input_text }) => input_text)

async function expectAnsweredOnce(files: ReturnType<typeof batchFiles>): Promise<void> {
  const answers = await files.answers()
  expect(answers.map(({ line, id, output_text }) => [line, id, output_text])).toEqual(
    PROMPTS.map(({ id, input_text }, index) => [index + 1, id, `re: ${input_text}`]),
  )
}

/** Runs it and kills it with -9 at the `nth` moment of a kind; false when it ended before. */
async function runUntil(cli: Cli, args: string[], due: { what: Moment['what']; nth: number }, hook: Hook) {
  let running: Running | undefined
  let seen = 0
  let killed = false
  hook.at = ({ what }) => {
    if (killed) return true
    if (what !== due.what || ++seen !== due.nth) return false
    killed = running?.process.kill('SIGKILL') ?? false
    return true
  }
  running = cli.start(args)
  const { code } = await running.ended
  hook.at = undefined
  return killed && code === null
}

interface Hook {
  at: ((moment: Moment) => boolean) | undefined
}

describe.concurrent('batch and kill -9', () => {
  test('killed at any step, again and again, each prompt is submitted once and answered once, in order', async ({
    market,
    cli,
  }) => {
    const hook: Hook = { at: undefined }
    const jobs = serveJobs(market, { at: (moment) => hook.at?.(moment) })
    const files = batchFiles(cli, '--concurrency', '3')
    await files.write(PROMPTS)
    const kills = [
      { what: 'submitted', nth: 1 },
      { what: 'accepted', nth: 2 },
      { what: 'asked', nth: 3 },
      { what: 'ended', nth: 1 },
      { what: 'submitted', nth: 3 },
      { what: 'ended', nth: 4 },
      { what: 'accepted', nth: 1 },
    ] as const
    for (const due of kills) {
      expect(await runUntil(cli, files.args, due, hook), JSON.stringify(due)).toBe(true)
      const written = await files.answers()
      expect(written.map(({ input_text }) => input_text)).toEqual(INPUTS.slice(0, written.length))
    }
    const last = await cli.run(files.args)
    expect(last).toMatchObject({ code: 0, stdout: '' })
    expect(last.stderr).toContain('12 completed, 0 failed')
    await expectAnsweredOnce(files)
    expect(jobs.map(({ input }) => input).toSorted()).toEqual(INPUTS.toSorted())
  })

  test('a line that a crash tore, in the output or the progress, is repaired', async ({ market, cli }) => {
    const jobs = serveJobs(market)
    const files = batchFiles(cli)
    await files.write(PROMPTS)
    expect((await cli.run(files.args)).code).toBe(0)
    const whole = await readFile(files.output)
    const journal = await readFile(files.journal, 'utf8')
    const lineEnds = [...whole.entries()].filter(([, byte]) => byte === 0x0a).map(([at]) => at + 1)
    for (const cut of [1, (lineEnds[3] as number) + 5, lineEnds[7] as number]) {
      await truncate(files.output, cut)
      // A torn submission in the progress: its job is known to the server by its key only.
      await writeFile(files.journal, journal.slice(0, -9))
      expect((await cli.run(files.args)).code).toBe(0)
      expect(await readFile(files.output)).toEqual(whole)
    }
    expect(jobs.length).toBe(12)
  })

  test('a power cut may leave zeros behind; other damage is refused', async ({ market, cli }) => {
    serveJobs(market)
    const files = batchFiles(cli)
    await files.write(PROMPTS)
    expect((await cli.run(files.args)).code).toBe(0)
    await appendFile(files.output, Buffer.alloc(100))
    await appendFile(files.journal, Buffer.alloc(100))
    expect((await cli.run(files.args)).code).toBe(0)
    await expectAnsweredOnce(files)
    const text = await readFile(files.output, 'utf8')
    await writeFile(files.output, text.split('\n').toReversed().join('\n').trimStart())
    const reordered = await cli.run(files.args)
    expect(reordered.code).toBe(2)
    expect(reordered.stderr).toContain('in their order: see line 1')
    await writeFile(files.output, text)
    await writeFile(files.journal, (await readFile(files.journal, 'utf8')).replace('\n', '\nnonsense\n'))
    const damaged = await cli.run(files.args)
    expect(damaged.code).toBe(2)
    expect(damaged.stderr).toContain('out.jsonl.progress is damaged at line 2')
  })

  test('a first line that never reached the disk whole begins anew', async ({ market, cli }) => {
    serveJobs(market)
    const files = batchFiles(cli)
    await files.write(PROMPTS)
    await writeFile(`${files.journal}.new`, '{"format":"mkt-ba')
    expect((await cli.run(files.args)).code).toBe(0)
    await expectAnsweredOnce(files)
  })
})
