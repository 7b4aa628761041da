import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
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
