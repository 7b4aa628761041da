/** Would what is sent to this address travel unencrypted to another machine? */
export function inTheClear(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol !== 'https:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}

/** The addresses of engines to which a key would go unencrypted. */
export function clearKeys(engines: readonly KeyedEngine[]): string[] {
  return engines.flatMap(({ engine_key, endpoint_url }) =>
    engine_key !== undefined && endpoint_url !== undefined && inTheClear(endpoint_url) ? [endpoint_url] : [],
  )
}

interface KeyedEngine {
  engine_key: string | undefined
  endpoint_url: string | undefined
}
