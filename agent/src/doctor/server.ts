import { HOST_CHANNEL, market, type OwnHost } from '@mkt/schemas'
import { type Answer, ApiError, UnreachableError, wantsHttps } from '@mkt/schemas/client'
import type { Effects } from '../effects.ts'
import { clientOf } from '../host-session.ts'
import { inTheClear } from '../plain-http.ts'
import type { Identity } from '../state.ts'
import { SocketRefusal } from '../transport/text-socket.ts'
import { SHUT_OUT_ADVICE } from '../words/advice.ts'
import { connectionWords } from '../words/connection.ts'
import { doctorWords } from '../words/doctor.ts'
import { CLEAR_SERVER, unencrypted } from '../words/encryption.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

const LIMIT_MS = 10_000
/** The Date header has whole seconds, and the answer was on its way for a while. */
const CLOCK_WARN_S = 10
/** From here on certificates look expired, or not valid yet. */
const CLOCK_FAIL_S = 300

const RIGHT_ADDRESS = doctorWords.rightAddress

/** Is the server there, is it a marketplace, and does its clock agree with ours? */
export async function examineServer(effects: Effects, server: string): Promise<Finding[]> {
  const asked = effects.now()
  try {
    const response = await effects.fetch(`${server}/`, {
      method: 'GET',
      headers: { accept: 'application/json' },
      // An address that redirects is none that the agent could work with.
      redirect: 'error',
      signal: AbortSignal.timeout(LIMIT_MS),
    })
    const text = await response.text()
    const between = (asked + effects.now()) / 2
    return [identify(server, response, text), ...plain(server), clock(response.headers.get('date'), between)]
  } catch (cause) {
    const { message, addressAtFault } = new UnreachableError(server, cause)
    return [fail('server', message, addressAtFault ? RIGHT_ADDRESS : doctorWords.checkAddress)]
  }
}

function identify(server: string, response: Answer, text: string): Finding {
  const schema = market.root.answers[200]
  try {
    const { name, version } = schema.parse(JSON.parse(text))
    return ok('server', doctorWords.server(name, version, server))
  } catch {
    const https = wantsHttps(server, response.status, text)
    const found = https ? doctorWords.serverUnusable(server, https) : doctorWords.noMarketplace(server, response.status)
    return fail('server', found, RIGHT_ADDRESS)
  }
}

function plain(server: string): Finding[] {
  if (!inTheClear(server)) return []
  return [warn('encryption', unencrypted(server, CLEAR_SERVER), doctorWords.encryptServer)]
}

function clock(date: string | null, now_ms: number): Finding {
  const theirs = date === null ? Number.NaN : Date.parse(date)
  if (Number.isNaN(theirs)) return ok('clock', doctorWords.noTime)
  // The header's second began up to a second ago.
  const ahead_s = Math.round((now_ms - theirs - 500) / 1000)
  const size = Math.abs(ahead_s)
  const found = doctorWords.clockOff(size, ahead_s < 0)
  const fix = doctorWords.setClock
  if (size >= CLOCK_FAIL_S) return fail('clock', found, fix)
  return size >= CLOCK_WARN_S ? warn('clock', found, fix) : ok('clock', size === 0 ? doctorWords.clockAgrees : found)
}

/** Does the server take the host's key, and does the host get jobs? */
export async function examineKey(effects: Effects, identity: Identity): Promise<Finding> {
  try {
    return standing(await clientOf(effects, identity).call(market.hostMe, {}, { timeoutMs: LIMIT_MS }))
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return fail('key', error.message, SHUT_OUT_ADVICE)
    if (error instanceof ApiError && error.status === 401) {
      return fail('key', doctorWords.keyRefused(identity.host_id, error.message), doctorWords.newKey)
    }
    return warn('key', doctorWords.untried((error as Error).message), doctorWords.serverFirst)
  }
}

/** Can there be a channel? Where not, the agent works without: a request for each call. */
export async function examineChannel(effects: Effects, { server, api_key }: Identity): Promise<Finding[]> {
  if (!effects.connect) return []
  const asked = {
    protocol: HOST_CHANNEL,
    authorization: `Bearer ${api_key}`,
    signal: AbortSignal.timeout(LIMIT_MS),
  }
  try {
    const socket = await effects.connect(server + market.connectHost.path, asked)
    socket.close()
    return [ok('channel', doctorWords.channelOpens)]
  } catch (error) {
    const { status } = error as { status?: unknown }
    // What is said of the key is said there.
    if (status === 401 || status === 403) return []
    const why = error instanceof SocketRefusal ? connectionWords.channelRefused(error.status) : (error as Error).message
    if (status === 404) return [ok('channel', doctorWords.noChannel(why))]
    return [warn('channel', doctorWords.noChannel(why), doctorWords.passUpgrades)]
  }
}

function standing(host: OwnHost): Finding {
  if (host.paused) return warn('key', doctorWords.paused(host.host_id), 'mkt-agent resume')
  return ok('key', doctorWords.valid(host.host_id, host.status))
}
