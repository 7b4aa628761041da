import closeWithGrace from 'close-with-grace'
import { isLoopback } from '../accounts/address.ts'
import { collectGarbage } from '../base/collect-garbage.ts'
import { createLog } from '../base/log.ts'
import { type Config, type Given, readConfig } from '../config.ts'
import { serve } from '../serve.ts'

const DRAIN_MS = 20_000

const IN_THE_CLEAR =
  'this listens beyond this machine without TLS: passwords, tokens and prompts can be read on the way. Put a proxy that ends TLS in front (examples/operate shows how with Caddy, nginx and Traefik) and start with --trusted-proxies 1'

const OWN_BEYOND =
  'this listens beyond this machine with --trust own: new hosts are not on probation. Say --trust strangers where others may register hosts'

const listensBeyond = ({ host }: Config) => host !== 'localhost' && !isLoopback(host)
/** Whoever says that proxies are in front has one that ends TLS. */
const talksInTheClear = (config: Config) => config.trustedProxies === 0 && listensBeyond(config)

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
  if (talksInTheClear(config)) log.warn(IN_THE_CLEAR)
  if (config.trust === 'own' && listensBeyond(config) && config.registration === 'open') log.warn(OWN_BEYOND)
  // Last: who reads this line may send a signal at once.
  const { data, trust } = config
  log.info({ market: running.marketUrl, documents: running.documentsUrl, data, trust }, 'mkt-server is up')
}
