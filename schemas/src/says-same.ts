const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/**
 * Whether a value that a stranger sent says what a known one says. Goes no deeper than the known one: what strangers
 * send may have more levels than a stack holds, and writing it out to compare the texts would end in an error.
 */
export function saysSame(known: unknown, sent: unknown): boolean {
  if (!isObject(known) || !isObject(sent)) return known === sent
  if (Array.isArray(known) !== Array.isArray(sent)) return false
  const [names, given] = [Object.keys(known), Object.keys(sent)]
  return (
    names.length === given.length &&
    names.every((name) => Object.hasOwn(sent, name) && saysSame(known[name], sent[name]))
  )
}
