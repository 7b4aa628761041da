import { market as endpoints } from '@mkt/schemas'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { misfitOf } from '../../server/src/market/formats/answer-fault.ts'
import { UnfitAllowance } from '../../server/src/market/formats/unfit-allowance.ts'
import { ManualClock } from './manual-clock.ts'
import { openStage, type Stage } from './openai-stage.ts'

let stage: Stage
beforeEach(async () => {
  stage = await openStage()
})
afterEach(async () => {
  expect((await stage.place.audit()).faults).toEqual([])
  await stage.place.stop()
})

/** What engines make an answer of, and nothing fits. */
const NOTHING = { type: 'object', properties: { answer: { type: 'string' } }, not: { required: ['answer'] } }
const SOMETHING = { type: 'object', properties: { answer: { type: 'string' } } }

/** A job that its host answers whole; what does not fit is cancelled, and was read all the same. */
async function answered(schema: object) {
  const { client } = stage.buyer
  const response_format = { type: 'json_schema', json_schema: { name: 'a', schema } }
  const body = { model: 'm', input_text: 'x', max_tokens: 10, response_format } as never
  const { job_id } = await client.call(endpoints.runModel, { body })
  await stage.serve({ tokens: ['{"answer":"', 'a novel', '"}'] })
  await client.call(endpoints.cancelJob, { params: { job_id } })
  return await client.call(endpoints.getJob, { params: { job_id } })
}

test('ten answers that do not fit are for nothing, and then they are paid as any other', async () => {
  for (let free = 0; free < 10; free++) expect(await answered(NOTHING)).toMatchObject({ credits_used: 0n })
  const paid = await answered(NOTHING)
  expect(paid).toMatchObject({ status: 'completed', finish_reason: 'stop', tokens_generated: 3 })
  expect(paid.credits_used).toBeGreaterThan(0n)
  expect(await answered(SOMETHING)).toMatchObject({ status: 'completed' })
})

test('of an answer with many calls no further one is looked at after one that took too long', async () => {
  const tool = { type: 'function' as const, function: { name: 'f', strict: true, parameters: {} } }
  const call = (arguments_: string) => ({
    ...{ id: 'c', type: 'function' as const },
    function: { name: 'f', arguments: arguments_ },
  })
  let looks = 0
  const late = async () => (++looks === 2 ? 'late' : undefined)
  const answer = { content: '', reasoning: '', tool_calls: Array(128).fill(call('{}')), logprobs: [] }
  expect(await misfitOf(late, { tools: [tool] }, answer as never, false)).toBeUndefined()
  expect(looks).toBe(2)
})

test('the ten come back in an hour, and who pays for answers that fit has a tenth of that for nothing', () => {
  const clock = new ManualClock()
  const unfit = new UnfitAllowance(clock)
  for (let free = 0; free < 10; free++) expect(unfit.take('u', 100n)).toBe(true)
  expect(unfit.take('u', 100n)).toBe(false)
  // What costs nothing is nobody's loss, and others have their own.
  expect(unfit.take('u', 0n)).toBe(true)
  expect(unfit.take('other', 100n)).toBe(true)
  unfit.paid('u', 1990n)
  expect([unfit.take('u', 100n), unfit.take('u', 100n), unfit.take('u', 99n)]).toEqual([true, false, true])
  clock.advance(360_000)
  expect([unfit.take('u', 100n), unfit.take('u', 100n)]).toEqual([true, false])
  clock.advance(100 * 3_600_000)
  const again = Array.from({ length: 11 }, () => unfit.take('u', 100n))
  expect(again).toEqual([...Array(10).fill(true), false])
})
