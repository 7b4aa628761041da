import { expect, test } from 'vitest'
import { JsonMeter, jsonExcess } from '../../server/src/base/json-bounds.ts'
import { readRequestLine } from '../../server/src/market/batches/request-line.ts'
import { misfitOf } from '../../server/src/market/formats/answer-fault.ts'

const bounds = { levels: 2, lists: 3, values: 4 }
const excessOf = (text: string) => new JsonMeter(bounds).push(Buffer.from(text))

test.each([
  ['{"a":[1,2]}', undefined],
  ['{"a":[[1]]}', { what: 'levels', member: 'a' }],
  ['[[[1]]]', { what: 'levels', member: undefined }],
  ['[[],[]]', undefined],
  ['{"a":"b","c":[],"d":[[]]}', { what: 'levels', member: 'd' }],
  ['{"a":[],"b":[],"c":[]}', { what: 'lists', member: 'c' }],
  ['[1,2,3,4]', undefined],
  ['{"list":[1,2,3,4,5]}', { what: 'values', member: 'list' }],
  ['{"a":"[[[[,,,,,,"}', undefined],
  ['{"a":"\\"[[[[,,,,,\\\\","b":[[1]]}', { what: 'levels', member: 'b' }],
  ['{"no name":[[1]]}', { what: 'levels', member: undefined }],
  [']]]][[[', undefined],
])('%s is over %j', (text, excess) => {
  expect(excessOf(text)).toEqual(excess)
})

test('a text in pieces, cut anywhere, is counted as the whole', () => {
  const text = Buffer.from('{"a":"x\\"[[[é\\\\","b":[1,[2]]}')
  for (let cut = 0; cut <= text.length; cut++) {
    const meter = new JsonMeter({ ...bounds, values: 9 })
    const excess = meter.push(text.subarray(0, cut)) ?? meter.push(text.subarray(cut))
    expect(excess?.what, String(cut)).toBe('levels')
  }
})

test('what is over stays over', () => {
  const meter = new JsonMeter(bounds)
  meter.push(Buffer.from('[[['))
  expect(meter.push(Buffer.from(']]]'))).toMatchObject({ what: 'levels' })
})

test('a text of a host or a file has the bounds of a body', () => {
  expect(jsonExcess('[1]')).toBeUndefined()
  expect(jsonExcess('['.repeat(1001))).toMatchObject({ what: 'levels' })
  expect(jsonExcess(`[${'1,'.repeat(262_200)}1]`)).toMatchObject({ what: 'values' })
})

test('a text that is long enough to be over is counted whatever its brackets are like', () => {
  expect(jsonExcess(`{"a":${'[],'.repeat(999)}1}`)).toBeUndefined()
  expect(jsonExcess(`${'[{'.repeat(501)}`)).toMatchObject({ what: 'levels' })
  expect(jsonExcess(`"${'['.repeat(2000)}"`)).toBeUndefined()
  expect(jsonExcess(`[${'[],'.repeat(65_536)}1]`)).toMatchObject({ what: 'lists' })
})

const DEEP = `{"a":${'['.repeat(2000)}${']'.repeat(2000)}}`

test('what a host says is JSON and nobody can walk through is none', async () => {
  const answer = { content: DEEP, tool_calls: [], vectors: [], scores: [] } as never
  const asked = { response_format: { type: 'json_object' } } as const
  expect(await misfitOf(async () => undefined, asked, answer, false)).toEqual({ what: 'it is no JSON', form: true })
})

test('so is a line of a file', () => {
  expect(readRequestLine(DEEP, '/v1/chat/completions', {})).toMatchObject({ code: 'invalid_json_line' })
})
