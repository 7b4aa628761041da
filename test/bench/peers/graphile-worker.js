import { Logger, makeWorkerUtils, run } from 'graphile-worker'
import { measureQueue } from './measure-queue.js'

// graphile-worker on a Postgres, as durable as its synchronous_commit; no ledger, no credentials, no HTTP.
const connectionString = process.argv[2]
const schema = `mkt_bench_${process.pid}`
const options = { connectionString, schema, maxPoolSize: 32, logger: new Logger(() => () => {}) }
const utils = await makeWorkerUtils(options)
await utils.migrate()
let runner
await measureQueue({
  add: (data) => utils.addJob('job', data),
  async work(taken) {
    runner = await run({
      ...options,
      concurrency: 1,
      noHandleSignals: true,
      taskList: { job: async (data) => taken(data) },
    })
  },
  empty: () => utils.withPgClient((client) => client.query(`truncate "${schema}"._private_jobs`)),
})
await runner.stop()
await utils.withPgClient((client) => client.query(`drop schema "${schema}" cascade`))
await utils.release()
process.exit(0)
