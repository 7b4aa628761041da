import { market as endpoints } from '@mkt/schemas'
import { describe, expect } from 'vitest'
import { test } from './cli-test.ts'
import { eventStream, refusal, words } from './fake-market.ts'
import { completed, failed, JOB_ID, submitted } from './samples.ts'

describe.concurrent('stream', () => {
  test('a broken stream goes on after the last piece, none lost and none doubled', async ({ market, cli }) => {
    market.script(endpoints.runModel, { status: 202, body: submitted })
    market.script(
      endpoints.streamJob,
      eventStream(...words('one two '), 'cut'),
      refusal(500, 'internal_error', 'starting'),
      eventStream('close'),
      // Two pieces come again, as from a server that does not know Last-Event-ID.
      eventStream(...words('one two three '), 'cut'),
      eventStream(...words('four', 1, 3), 'done'),
    )
    const ended = await cli.run(['submit', '--model', 'tiny', 'count'])
    expect(ended).toMatchObject({ code: 0, stdout: 'one two three four\n' })
    expect(ended.stderr).not.toMatch(/error|broke|again/)
    const resumedFrom = market.to(endpoints.streamJob).map(({ headers }) => headers['last-event-id'])
    expect(resumedFrom).toEqual([undefined, '1.1', '1.1', '1.1', '1.2'])
  })

  test('another attempt is said, and its text comes from the beginning', async ({ market, cli }) => {
    market.script(
      endpoints.streamJob,
      eventStream(...words('one '), 'cut'),
      eventStream({ error: 'attempt_changed' }, 'done'),
      eventStream(...words('uno due', 2), 'done'),
    )
    market.script(endpoints.getJob, { status: 200, body: completed })
    const ended = await cli.run(['stream', JOB_ID])
    expect(ended).toMatchObject({ code: 0, stdout: 'one \nuno due\n' })
    expect(ended.stderr).toContain('started again')
    expect(market.to(endpoints.streamJob)[2]?.headers['last-event-id']).toBeUndefined()
  })

  test('a job that failed while the stream was broken is a failed job', async ({ market, cli }) => {
    market.script(
      endpoints.streamJob,
      eventStream(...words('one '), 'cut'),
      eventStream({ error: 'host_lost' }, 'done'),
    )
    market.script(endpoints.getJob, { status: 200, body: failed })
    expect(await cli.run(['stream', JOB_ID])).toMatchObject({ code: 1, stdout: 'one \n' })
  })

  test('a code of the host that JavaScript knows too is only a code', async ({ market, cli }) => {
    market.script(endpoints.streamJob, eventStream({ error: 'constructor' }, 'done'))
    const ended = await cli.run(['stream', JOB_ID])
    expect(ended).toMatchObject({ code: 1, stdout: '' })
    expect(ended.stderr).toContain('its host reported an error (constructor)\nNothing is charged.')
  })

  test('--from starts after a piece; an unknown job is exit 4, no id of a job 2', async ({ market, cli }) => {
    market.script(
      endpoints.streamJob,
      eventStream(...words('three', 1, 2), 'done'),
      refusal(404, 'not_found', 'no such job'),
    )
    expect(await cli.run(['stream', JOB_ID, '--from', '1.1'])).toMatchObject({ code: 0, stdout: 'three\n' })
    expect(market.to(endpoints.streamJob)[0]?.headers['last-event-id']).toBe('1.1')
    const missing = await cli.run(['stream', JOB_ID])
    expect(missing).toMatchObject({ code: 4, stdout: '' })
    expect(missing.stderr).toContain('error: no such job\n')
    expect((await cli.run(['stream', 'nonsense'])).code).toBe(2)
  })

  test('Ctrl-C ends the line, says how to come back and to cancel, exit 130', async ({ market, cli }) => {
    market.script(endpoints.runModel, { status: 202, body: submitted })
    market.script(endpoints.streamJob, eventStream(...words('one two'), 'hold'))
    const running = cli.start(['submit', '--model', 'tiny', 'count'])
    await running.until('one two')
    running.process.kill('SIGINT')
    const { code, stdout, stderr } = await running.ended
    expect({ code, stdout }).toEqual({ code: 130, stdout: 'one two\n' })
    expect(stderr).toContain(`mkt stream ${JOB_ID} (the rest only: --from 1.1)`)
    expect(stderr).toContain(`mkt cancel ${JOB_ID}`)
    expect(market.to(endpoints.cancelJob)).toEqual([])
  })

  test('Ctrl-C while waiting for the end, with the server of the command line in the hint', async ({ market, cli }) => {
    market.script(endpoints.runModel, { status: 202, body: submitted })
    let asked = () => {}
    const waiting = new Promise<void>((resolve) => {
      asked = resolve
    })
    market.script(endpoints.getJob, () => asked())
    const running = cli.start(['submit', '--model', 'tiny', '--json', '--server', market.url, 'count'])
    await waiting
    running.process.kill('SIGINT')
    const { code, stdout, stderr } = await running.ended
    expect({ code, stdout }).toEqual({ code: 130, stdout: '' })
    expect(stderr).toContain(`mkt stream ${JOB_ID} --server ${market.url}`)
  })

  test('a reader that leaves ends it quietly with 0', async ({ market, cli }) => {
    let goOn = () => {}
    const left = new Promise<void>((resolve) => {
      goOn = resolve
    })
    market.script(endpoints.streamJob, async (seen, response) => {
      await eventStream({ id: '1.0', token: 'one\n' }, 'hold')(seen, response)
      await left
      // The first write after the reader left may still succeed; the pieces after it cannot.
      for (let offset = 1; offset < 50; offset++) {
        response.write(`id: 1.${offset}\ndata: {"token":"more\\n"}\n\n`)
        await new Promise(setImmediate)
      }
    })
    const running = cli.start(['stream', JOB_ID])
    await running.until('one')
    running.process.stdout.destroy()
    goOn()
    expect(await running.ended).toMatchObject({ code: 0, stderr: '' })
  })

  test('escape sequences reach a pipe as they are, and a terminal never', async ({ market, cli }) => {
    const text = 'a\u001b[31mred\u001b]0;title\u0007\u009b2J\tb\r\n'
    market.script(
      endpoints.streamJob,
      eventStream({ id: '1.0', token: text }, { id: '1.1', token: 'end\u001b' }, 'done'),
    )
    market.script(endpoints.getJob, { status: 200, body: completed })
    expect((await cli.run(['stream', JOB_ID])).stdout).toBe(`${text}end\u001b\n`)
    const shown = await cli.run(['stream', JOB_ID], { terminal: true, env: { NO_COLOR: '1' } })
    expect(shown.code).toBe(0)
    // The terminal itself makes \r\n of each newline.
    expect(shown.stdout).toContain('ared\tb\r\nend\r\n2 tokens · 0.000000001 credits · 1.5 s')
    for (const hidden of ['\u001b', '\u009b', 'title']) expect(shown.stdout).not.toContain(hidden)
  })
})
