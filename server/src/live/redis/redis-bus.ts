import { randomUUID } from 'node:crypto'
import type { Clock } from '../../base/clock.ts'
import type { Bus } from '../../bus/bus.ts'
import { createInProcessBus } from '../../bus/in-process.ts'
import type { SharedRedis } from './shared-redis.ts'

/** A topic that nobody listens to any more is left that long after: most are listened to again, at once. */
const LINGER_MS = 30_000

interface Topic {
  /** Its listeners are told where hints may have been missed. */
  missed: boolean
  listeners: number
  /** Takes back that the topic is to be left. */
  stay: (() => void) | undefined
}

/**
 * The bus of several servers. A server's own listeners run in the publisher's turn; those of others hear of it through
 * Redis. Whoever begins to listen is told once when Redis has taken that in, and all are told when it is back: what was
 * published meanwhile reached nobody.
 */
export function redisBus({ commands, listener, space }: SharedRedis, clock: Clock): Bus {
  const near = createInProcessBus()
  const topics = new Map<string, Topic>()
  const own = randomUUID()
  const channelOf = (topic: string) => `${space}bus:${topic}`
  const topicOf = (channel: string) => channel.slice(channelOf('').length)
  const listen = (...some: string[]) => {
    if (listener.status !== 'ready' || some.length === 0) return
    listener.subscribe(...some.map(channelOf)).then(
      () => some.filter((topic) => topics.get(topic)?.missed).forEach(near.publish),
      () => undefined,
    )
  }
  const leave = (topic: string) => {
    topics.delete(topic)
    if (listener.status === 'ready') listener.unsubscribe(channelOf(topic)).catch(() => undefined)
  }
  listener.on('message', (channel, from) => {
    if (from !== own) near.publish(topicOf(channel))
  })
  listener.on('ready', () => listen(...topics.keys()))
  return {
    publish(topic) {
      near.publish(topic)
      commands.publish(channelOf(topic), own).catch(() => undefined)
    },
    subscribe(topic, heard, { missed = true } = {}) {
      const known = topics.get(topic)
      const of = known ?? { missed, listeners: 0, stay: undefined }
      of.stay?.()
      of.stay = undefined
      of.listeners++
      topics.set(topic, of)
      const end = near.subscribe(topic, heard)
      if (!known) listen(topic)
      return () => {
        end()
        of.listeners--
        if (of.listeners === 0) of.stay = clock.timer(LINGER_MS, () => leave(topic))
      }
    },
  }
}
