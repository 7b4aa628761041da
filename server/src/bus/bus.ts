import type { ChangingList } from '@mkt/schemas'
/**
 * Carries hints between parts of the service: something about a topic changed, look again. A hint holds no data, may
 * come late or twice, and losing one costs time, not truth: the database and the live streams are the truth.
 */
export interface Bus {
  publish(topic: string): void
  /**
   * The result ends the subscription. `listener` must not throw. Where hints come from other servers it is also told
   * when some may have been missed; with `missed: false` it is not.
   */
  subscribe(topic: string, listener: () => void, how?: { missed?: boolean }): () => void
}

/** Pieces, claim, requeue or end of a job. */
export const jobTopic = (jobId: string) => `job/${jobId}`
/** Jobs of the host ended otherwise than by its own word. */
export const hostTopic = (hostId: string) => `host/${hostId}`
/** A job of the model was queued. */
export const queueTopic = (model: string) => `queue/${model}`
/** A list of a user's own has changed: see GET /users/me/changes. */
export const listTopic = (userId: string, list: ChangingList) => `user/${userId}/${list}`
/** Events wait to be posted to webhooks. */
export const DELIVERIES_TOPIC = 'deliveries'
