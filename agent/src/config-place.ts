import { ConfigError, type ConfigSources } from './config.ts'
import { ConfigReader, defaultState, rawConfig } from './config-reader.ts'

/** Which host a command speaks of: a state directory and, where it holds hosts at several servers, the server. */
export interface Place {
  server: string | undefined
  state: string
  /** A flag, a variable or the file names the state directory; else it is the user's own. */
  stateIsNamed: boolean
  user_token: string | undefined
}

/** The server and the state directory as `start` would read them, whatever else is missing. Throws ConfigError. */
export function readPlace({ flags, env = process.env }: ConfigSources): Place {
  const faults: string[] = []
  const read = new ConfigReader(rawConfig({ flags, env }, faults).raw, faults)
  const server = read.text('server') === undefined ? undefined : read.url('server', 'the marketplace')
  if (faults.length > 0) throw new ConfigError(faults)
  const state = read.text('state')
  const named = { state: state ?? defaultState(), stateIsNamed: state !== undefined }
  return { server, ...named, user_token: env.MKT_TOKEN || undefined }
}
