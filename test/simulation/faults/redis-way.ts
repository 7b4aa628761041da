import type { Way } from '../model-redis.ts'
import type { SimulatedClock } from '../simulated-clock.ts'
import type { FaultPlan } from './fault-plan.ts'
import { inTransaction } from './mortal-database.ts'
import type { Standstill } from './standstill.ts'
import { type Stillness, turn } from './stillness.ts'

/** As long as the server waits for an answer of Redis. */
const PATIENCE_MS = 1000
const LATEST_MS = 900

interface WayOptions {
  clock: SimulatedClock
  plan: FaultPlan
  still: Stillness
  standstill: Standstill
}

/** The way between one replica and Redis: commands and messages are late, answers are lost, messages come twice. */
export function redisWay({ clock, plan, still, standstill }: WayOptions): Way {
  let last = 0
  const lateness = () => (plan.strikes('redis_late') ? plan.details('redis_late').int(5, LATEST_MS) : 0)
  const pass = async () => {
    const ms = lateness()
    if (ms > 0) await clock.pause(ms)
    else await still.during(turn())
    still.stir()
  }
  const [commands, answers] = [oneByOne(pass), oneByOne(pass)]
  // A transaction is work for which time stands still; what it asks of Redis takes its time all the same.
  const take = async (way: () => Promise<void>) => {
    if (inTransaction.getStore()) return await still.aside(way())
    await standstill.awake()
    await way()
  }
  return {
    go: () => take(commands),
    async come() {
      if (!plan.strikes('redis_answer_lost')) return await take(answers)
      await take(() => clock.pause(PATIENCE_MS))
      throw new Error('Command timed out')
    },
    bring(message) {
      const now = clock.monotonic()
      last = Math.max(last, now + lateness())
      const times = plan.strikes('message_doubled') ? 2 : 1
      const bring = () => {
        still.stir()
        for (let time = 0; time < times; time++) standstill.whenAwake(message)
      }
      if (last > now) clock.timer(last - now, bring)
      else void still.during(turn()).then(bring)
    },
  }
}

/** Of one connection nothing overtakes another: what is late holds up what was sent behind it. */
function oneByOne(pass: () => Promise<void>): () => Promise<void> {
  let before = Promise.resolve()
  return () => {
    before = before.then(pass)
    return before
  }
}
