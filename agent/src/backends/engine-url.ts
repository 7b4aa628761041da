/** The base of an OpenAI-style server, however the owner wrote it: without `/v1`, without a path of one endpoint. */
export function engineBase(endpointUrl: string): string {
  return endpointUrl
    .trim()
    .replace(/\/+$/, '')
    .replace(/\/(chat\/)?completions$/, '')
    .replace(/\/v1$/, '')
    .replace(/\/+$/, '')
}

export function bearer(key: string | undefined): Record<string, string> {
  return key ? { authorization: `Bearer ${key}` } : {}
}
