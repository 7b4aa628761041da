import { expect, test } from 'vitest'
import { LargeBodies } from '../../server/src/http/large-bodies.ts'
import { ManualClock } from './manual-clock.ts'

const stage = () => {
  const clock = new ManualClock()
  const bodies = new LargeBodies(() => clock.monotonic())
  const cut: string[] = []
  const enter = (address: string, shared = false) =>
    bodies.enter({ address, shared, cut: () => void cut.push(address) })
  return { clock, cut, enter }
}

test('one address has half of the places, and eight have all of them', () => {
  const { cut, enter } = stage()
  const own = Array.from({ length: 4 }, () => enter('1.2.3.4'))
  expect(own.every((leave) => leave !== undefined)).toBe(true)
  expect(enter('1.2.3.4')).toBeUndefined()
  for (let other = 0; other < 4; other++) expect(enter(`5.6.7.${other}`)).toBeDefined()
  expect(enter('9.9.9.9')).toBeUndefined()
  own[0]?.()
  own[0]?.()
  expect(enter('9.9.9.9')).toBeDefined()
  expect(enter('9.9.9.8')).toBeUndefined()
  expect(cut).toEqual([])
})

test('who sends slowly gives up their place to whoever comes when there is none left', () => {
  const { clock, cut, enter } = stage()
  enter('slow')
  clock.advance(1000)
  for (let other = 0; other < 7; other++) enter('proxy', true)
  clock.advance(13_999)
  expect(enter('late')).toBeUndefined()
  clock.advance(1)
  expect(enter('late')).toBeDefined()
  expect(cut).toEqual(['slow'])
  expect(enter('later')).toBeUndefined()
  clock.advance(1000)
  expect(enter('later')).toBeDefined()
  expect(cut).toEqual(['slow', 'proxy'])
})

test('of one address its own slow ones give up theirs', () => {
  const { clock, cut, enter } = stage()
  for (let own = 0; own < 4; own++) enter('a')
  clock.advance(15_000)
  expect(enter('a')).toBeDefined()
  expect(cut).toEqual(['a'])
})
