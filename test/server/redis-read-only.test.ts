import { expect, test } from 'vitest'
import { createLog } from '../../server/src/base/log.ts'
import { SharedRedis } from '../../server/src/live/redis/shared-redis.ts'

const REFUSALS = [
  ["READONLY You can't write against a read only replica. script: 1f, on @user_script:3.", true],
  ['ERR Error running script (call to f_1f): @user_script:3: -READONLY You cannot write against a replica.', true],
  ['LOADING Redis is loading the dataset in memory', true],
  ['MASTERDOWN Link with MASTER is down', true],
  ['ERR unknown command', false],
] as const

test.each(REFUSALS)('%s: the place is away, not broken: %s', async (message, away) => {
  const redis = new SharedRedis('redis://127.0.0.1:1', 'space', createLog('silent'))
  const refusal = Object.assign(new Error(message), { name: 'ReplyError' })
  Object.assign(redis.commands, { pulse: () => Promise.reject(refusal) })
  try {
    const asked = redis.ask('pulse')
    if (away) await expect(asked).rejects.toMatchObject({ code: 'no_host_available', retryAfterS: 1 })
    else await expect(asked).rejects.toBe(refusal)
  } finally {
    redis.close()
  }
})
