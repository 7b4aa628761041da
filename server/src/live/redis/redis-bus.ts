import { randomUUID } from 'node:crypto'
import type { Clock } from '../../base/clock.ts'
import type { Bus } from '../../bus/bus.ts'
import { createInProcessBus } from '../../bus/in-process.ts'
import type { SharedPlace } from './shared-place.ts'

/** A topic that nobody listens to any more is left that long after: most are listened to again, at once. */
const LINGER_MS = 30_000
/** What Redis did not take in, or took in too late to say so, it is told again. */
const AGAIN_MS = 1000

interface Topic {
  /** Its listeners are told where hints may have been missed. */
  missed: boolean
  listeners: number
  /** Takes back that the topic is to be left. */
  stay: (() => void) | undefined
}

/** Follows topics by what is published there, beside their listeners, who are told after it. */
export interface Follower {
  /** From now on all that is published on the topic comes. */
  listened(topic: string): void
  left(topic: string): void
  /** Something changed, of which nothing more is said. */
  changed(topic: string): void
  /** Data: see the script that publishes it. */
  arrived(topic: string, text: string): void
  /** Nothing comes any more, until topics are listened to anew. */
  lost(): void
}

/**
 * The bus of several servers. A server's own listeners run in the publisher's turn; those of others hear of it through
 * Redis. Whoever begins to listen is told once when Redis has taken that in, and all are told when it is back: what was
 * published meanwhile reached nobody.
 */
export function redisBus(
  { commands, listener, space }: SharedPlace,
  clock: Clock,
  follower?: Follower,
  own: string = randomUUID(),
): Bus {
  const near = createInProcessBus()
  const topics = new Map<string, Topic>()
  const channelOf = (topic: string) => `${space}bus:${topic}`
  const topicOf = (channel: string) => channel.slice(channelOf('').length)
  const listen = (...some: string[]) => {
    if (listener.status !== 'ready' || some.length === 0) return
    listener.subscribe(...some.map(channelOf)).then(
      () => {
        for (const topic of some) follower?.listened(topic)
        some.filter((topic) => topics.get(topic)?.missed).forEach(near.publish)
      },
      // Where the connection broke, all are listened to anew once it is back.
      () => clock.timer(AGAIN_MS, () => listen(...some.filter((topic) => topics.has(topic)))),
    )
  }
  const leave = (topic: string) => {
    topics.delete(topic)
    follower?.left(topic)
    if (listener.status === 'ready') listener.unsubscribe(channelOf(topic)).catch(() => undefined)
  }
  listener.on('message', (channel, text) => {
    if (!channel.startsWith(channelOf(''))) return
    const topic = topicOf(channel)
    // What carries data was sent by no bus: its own server hears of it here too.
    if (text.startsWith('+')) follower?.arrived(topic, text)
    else if (text === own) return
    else follower?.changed(topic)
    near.publish(topic)
  })
  listener.on('close', () => follower?.lost())
  listener.on('ready', () => listen(...topics.keys()))
  return {
    publish(topic) {
      follower?.changed(topic)
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
      let over = false
      return () => {
        if (over) return
        over = true
        end()
        of.listeners--
        if (of.listeners === 0) of.stay = clock.timer(LINGER_MS, () => leave(topic))
      }
    },
  }
}
