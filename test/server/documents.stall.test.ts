import { expect, test } from 'vitest'
import { StallWatch } from '../../server/src/documents/threads/stall-watch.ts'
import { ManualClock } from './manual-clock.ts'

/** A watch over a thread whose processor time the test says, and whether it was ended. */
function watched(seconds: number) {
  const clock = new ManualClock()
  let [spent, ends] = [0, 0]
  const watch = new StallWatch({ clock, seconds, end: () => void ends++ })
  const cpuUsage = async () => ({ user: spent * 0.75e6, system: spent * 0.25e6 })
  return {
    watch,
    begin: () => watch.begin({ cpuUsage }),
    /** The thread works for so long, by the clock and of processor time. */
    async work(wallSeconds: number, cpuSeconds: number) {
      for (let half = 0; half < 2 * wallSeconds; half++) {
        spent += cpuSeconds / (2 * wallSeconds)
        clock.advance(500)
        await new Promise(setImmediate)
      }
    },
    get ended() {
      return ends
    },
  }
}

test('a thread is ended when one step takes more processor time than it may', async () => {
  const thread = watched(15)
  thread.begin()
  await thread.work(14, 14)
  expect(thread.ended).toBe(0)
  await thread.work(4, 4)
  expect(thread.ended).toBe(1)
  await thread.work(10, 10)
  expect(thread.ended).toBe(1)
})

test("time by the clock alone does not count: a busy machine is nobody's fault", async () => {
  const thread = watched(15)
  thread.begin()
  await thread.work(600, 10)
  expect(thread.ended).toBe(0)
})

test('each sign of life gives a thread its time anew, and the end of the steps all time', async () => {
  const thread = watched(15)
  thread.begin()
  for (let step = 0; step < 5; step++) {
    await thread.work(12, 12)
    thread.watch.sign()
  }
  thread.watch.stop()
  await thread.work(100, 100)
  expect(thread.ended).toBe(0)
})

test('a thread that has ended, or is not known, is not looked at again', async () => {
  const clock = new ManualClock()
  let asked = 0
  const cpuUsage = async () => {
    asked++
    throw new Error('it has ended')
  }
  const watch = new StallWatch({ clock, seconds: 1, end: () => expect.unreachable() })
  watch.begin({ cpuUsage })
  watch.begin(undefined)
  clock.advance(5000)
  watch.begin({ cpuUsage })
  for (let k = 0; k < 5; k++) {
    clock.advance(500)
    await new Promise(setImmediate)
  }
  expect(asked).toBe(1)
})
