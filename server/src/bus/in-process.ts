import type { Bus } from './bus.ts'

/** The bus of a single server process. Listeners run in the publisher's turn. */
export function createInProcessBus(): Bus {
  const topics = new Map<string, Set<() => void>>()
  return {
    publish(topic) {
      const listeners = topics.get(topic)
      if (!listeners) return
      // Most topics have one. Of several a copy is taken: a listener may end subscriptions and begin others.
      const [first] = listeners
      if (listeners.size === 1) first?.()
      else for (const listener of [...listeners]) listener()
    },
    subscribe(topic, listener) {
      const listeners = topics.get(topic) ?? new Set()
      topics.set(topic, listeners.add(listener))
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0 && topics.get(topic) === listeners) topics.delete(topic)
      }
    },
  }
}
