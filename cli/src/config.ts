/** What the environment says, read in one place; an empty variable counts as not set. */
export interface Config {
  /** MKT_SERVER */
  server: string | undefined
  /** MKT_TOKEN */
  token: string | undefined
  /** MKT_DOCS_SERVER, or MKT_DOCUMENTS_SERVER as it was called before. */
  documentsServer: string | undefined
  /** MKT_DOCS_KEY, or MKT_DOCUMENTS_KEY as it was called before. */
  documentsKey: string | undefined
  /** MKT_PASSWORD: for signup and login without a terminal. */
  password: string | undefined
  /** MKT_CODE: of an authenticator app, for logins without a terminal. */
  code: string | undefined
  /** MKT_CONFIG_DIR: where the token files lie instead of the user's config directory. */
  directory: string | undefined
  /** Milliseconds since the epoch. */
  now: () => number
  /** Milliseconds that never go back, for durations. */
  monotonic: () => number
  /** Chance, 0..1. */
  random: () => number
}

export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  return {
    server: env.MKT_SERVER || undefined,
    token: env.MKT_TOKEN || undefined,
    documentsServer: env.MKT_DOCS_SERVER || env.MKT_DOCUMENTS_SERVER || undefined,
    documentsKey: env.MKT_DOCS_KEY || env.MKT_DOCUMENTS_KEY || undefined,
    password: env.MKT_PASSWORD || undefined,
    code: env.MKT_CODE || undefined,
    directory: env.MKT_CONFIG_DIR || undefined,
    now: () => Date.now(),
    monotonic: () => performance.now(),
    random: () => Math.random(),
  }
}
