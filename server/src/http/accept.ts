const JSON_TOO = ['application/json', 'application/*', '*/*']

/** Whether an Accept header gives one of these types more weight than JSON; parameters such as version=0.0.4 do not matter. */
export function prefers(accept: string, types: readonly string[]): boolean {
  const ranges = accept.split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const q = parameters.find((parameter) => parameter.startsWith('q='))
    return { type, weight: q ? Number(q.slice(2)) || 0 : 1 }
  })
  const best = (names: readonly string[]) =>
    Math.max(0, ...ranges.filter(({ type }) => names.includes(type)).map(({ weight }) => weight))
  return best(types) > best(JSON_TOO)
}
