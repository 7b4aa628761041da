import { Queue, Worker } from 'bullmq'
import { measureQueue } from './measure-queue.js'

// BullMQ on a Redis, with the durability that this Redis is configured for; no ledger, no credentials, no HTTP.
const connection = { url: process.argv[2], maxRetriesPerRequest: null }
const name = `mkt-bench-${process.pid}`
const queue = new Queue(name, { connection })
let take = () => {}
const worker = new Worker(name, async (job) => take(job.data), { connection, autorun: false, concurrency: 1 })
await measureQueue({
  add: (data) => queue.add('job', data, { removeOnComplete: true }),
  async work(taken) {
    take = taken
    void worker.run()
    await worker.waitUntilReady()
  },
  empty: () => queue.obliterate({ force: true }),
})
await worker.close(true)
await queue.obliterate({ force: true })
await queue.close()
process.exit(0)
