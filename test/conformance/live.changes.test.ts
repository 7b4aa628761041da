import { afterEach, expect, test } from 'vitest'
import { UserChanges } from '../../server/src/market/changes/user-changes.ts'
import { ManualClock } from '../server/manual-clock.ts'
import { onEveryPlace, type Place, type Server } from './live-places.ts'

await onEveryPlace((open) => {
  const ends: (() => void)[] = []
  afterEach(() => {
    for (const end of ends.splice(0)) end()
  })

  /** What was published before at the first server has come to the second one, and what it listens to is taken in. */
  async function settled({ one, other, advance }: Place): Promise<void> {
    let came = false
    const hear = () => {
      came = true
    }
    const end = other.bus.subscribe('probe', hear, { missed: false })
    await expect
      .poll(async () => {
        one.bus.publish('probe')
        await advance(10)
        return came
      })
      .toBe(true)
    end()
  }

  test('who looks at one server hears of changes at another, once for many, and not of those of others', async () => {
    const place = await open()
    const clock = new ManualClock()
    const at = ({ bus }: Server) => new UserChanges({ bus, clock, shared: true })
    const [one, other] = [at(place.one), at(place.other)]
    const heard: string[] = []
    const leave = other.watch('usr_1', (list) => void heard.push(list))
    ends.push(leave)
    // With several servers whoever begins to listen is told to look once: what came before reached nobody.
    await settled(place)
    heard.length = 0
    for (let count = 0; count < 5; count++) one.tell('usr_1', 'jobs')
    one.tell('usr_2', 'hosts')
    clock.advance(500)
    await settled(place)
    expect(heard).toEqual(['jobs'])
    one.tell('usr_1', 'hosts')
    one.tell('usr_1', 'jobs')
    clock.advance(500)
    await settled(place)
    expect(heard.toSorted()).toEqual(['hosts', 'jobs', 'jobs'])
    leave()
    one.tell('usr_1', 'jobs')
    clock.advance(500)
    await settled(place)
    expect(heard).toHaveLength(3)
  })
})
