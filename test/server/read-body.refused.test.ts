import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readBody } from '../../server/src/http/read-body.ts'

test('a body that is refused at its first piece is not counted among those that are coming', async () => {
  const said: string[] = []
  const request = new PassThrough()
  const reading = readBody(request as unknown as IncomingMessage, {
    ...{ limitBytes: 1_000_000, length: undefined, excessive: () => new Error('too deep') },
    enter: () => ({ grow: (bytes) => void said.push(`grow ${bytes}`), over: () => void said.push('over') }),
  })
  request.write('['.repeat(100_000))
  await expect(reading).rejects.toThrow('too deep')
  expect([...new Set(said)]).toEqual(['over'])
})

// Before: 1,500 connections that began a body and sent no more of it were each held for over a minute.
test('a body of which nothing comes is given up, one that comes slowly is read', async () => {
  const left: string[] = []
  const read = (request: PassThrough) =>
    readBody(request as unknown as IncomingMessage, {
      ...{ limitBytes: 1000, length: undefined, excessive: () => new Error('too deep'), silence_ms: 150 },
      enter: () => ({ grow: () => {}, over: () => void left.push('over') }),
    })
  const [silent, slow] = [new PassThrough(), new PassThrough()]
  const given = read(silent)
  const whole = read(slow)
  silent.write('{')
  const refused = expect(given).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringMatching(/^Nothing/),
  })
  for (const piece of ['{', '"a"', ':', '1', '}']) {
    slow.write(piece)
    await pause(60)
  }
  slow.end()
  expect((await whole).toString()).toBe('{"a":1}')
  await refused
  expect(left).toEqual(['over', 'over'])
})
