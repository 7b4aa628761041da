import closeWithGrace from 'close-with-grace'
import { collectGarbage } from '../base/collect-garbage.ts'
import { createLog } from '../base/log.ts'
import { type Given, readConfig } from '../config.ts'
import { serve } from '../serve.ts'

const DRAIN_MS = 20_000

/** Serves until SIGTERM or SIGINT, then drains. */
export async function runServe(flags: Given): Promise<void> {
  const config = readConfig(flags)
  const log = createLog(config.logLevel)
  const running = await serve(config, log, () => {
    log.fatal('another mkt-server took the database while the connection to it was lost; this one ends')
    process.exit(1)
  })
  closeWithGrace(
    { delay: DRAIN_MS, logger: { error: (message: unknown) => log.error(message) } },
    async ({ signal, err }) => {
      if (err) log.fatal({ err }, 'mkt-server ends after an error')
      else log.info({ signal }, 'mkt-server stops')
      await running.stop()
    },
  )
  collectGarbage()
  // Last: who reads this line may send a signal at once.
  log.info({ market: running.marketUrl, documents: running.documentsUrl, data: config.data }, 'mkt-server is up')
}
