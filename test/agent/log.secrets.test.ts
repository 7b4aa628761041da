import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { createLog, scrub } from '../../agent/src/log.ts'

test('no key is ever in a line, as a member, in a message, or of a known shape', () => {
  let out = ''
  const log = createLog(
    {
      write: (text) => {
        out += text
      },
    },
    { secrets: ['s3cr3t-engine-key'] },
  )
  log.info(
    { key: 's3cr3t-engine-key' },
    'wrong key s3cr3t-engine-key, Bearer abcdefgh12345, mkt_h_0123456789 hf_abcdefghijk sk-proj-abcdef',
  )
  expect(out).not.toMatch(/s3cr3t|abcdefgh|0123456789|sk-proj/)
  expect(JSON.parse(out)).toMatchObject({ level: 30, key: '[redacted]' })
})

test('lines on a terminal are for people', () => {
  let out = ''
  const log = createLog({
    isTTY: true,
    write: (text) => {
      out += text
    },
  })
  log.warn({ job_id: 'job_1', why: 'two words' }, 'job failed')
  expect(stripVTControlCharacters(out)).toMatch(/^\d\d:\d\d:\d\d warn {2}job failed {2}job_id=job_1 why="two words"\n$/)
})

test('ordinary text stays', () => {
  expect(scrub('registered host_01 with models a,b')).toBe('registered host_01 with models a,b')
})
