import { Fault } from './fault.ts'

/** What a JSON object of a request says, by the names of its members; null stands for one that is not given. */
export type Members = Record<string, unknown>

export interface Range {
  min: number
  max: number
  whole?: boolean
}

export function object(value: unknown, param: string): Members {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Members
  throw wrong(param, 'must be an object')
}

export function text(members: Members, name: string): string | undefined {
  const value = members[name] ?? undefined
  if (value !== undefined && typeof value !== 'string') throw wrong(name, 'must be a text')
  return value
}

export function flag(members: Members, name: string): boolean {
  const value = members[name] ?? false
  if (typeof value !== 'boolean') throw wrong(name, 'must be true or false')
  return value
}

export function number(members: Members, name: string, { min, max, whole = false }: Range): number | undefined {
  const value = members[name] ?? undefined
  if (value === undefined) return undefined
  const fits = typeof value === 'number' && value >= min && value <= max && (!whole || Number.isInteger(value))
  if (fits) return value
  const range = max === Number.MAX_SAFE_INTEGER ? (min === 1 ? ', at least 1' : '') : ` from ${min} to ${max}`
  throw wrong(name, `must be a ${whole ? 'whole ' : ''}number${range}`)
}

export function wrong(param: string, message: string): Fault {
  return new Fault(400, `${param} ${message}`, { param })
}

/** Without recursion, since it guards against what has too many levels for that. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > levels) return true
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
  }
  return false
}
