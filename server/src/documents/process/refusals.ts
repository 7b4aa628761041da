const { defineProperty, getOwnPropertyDescriptor } = Object

/** What a reader process may not do. */
export function refuse(): never {
  throw Object.assign(new Error('a reader process may not do this'), { code: 'ERR_ACCESS_DENIED' })
}

/** Puts a refusal in place of methods, for good. */
export function deny(target: object, names: readonly string[]): void {
  for (const name of names) {
    const { value, configurable } = getOwnPropertyDescriptor(target, name) ?? {}
    if (typeof value !== 'function' || !configurable || /^([A-Z]|constructor$)/.test(name)) continue
    fix(target, name, refuse)
  }
}

/** A property that nobody changes any more. */
export function fix(target: object, name: string, value: unknown): void {
  defineProperty(target, name, { value, writable: false, configurable: false })
}

/** The same, with the value that it has. */
export const keep = <T extends object>(target: T, name: keyof T & string): void => fix(target, name, target[name])
