/** One fault as a programmer might make it: a place of one source file, and what stands there instead. */
export interface Fault {
  /** Kebab-case, unique; `--only` selects by it. */
  name: string
  /** From the root of the repository. */
  file: string
  /** Occurs exactly once in the file, so that a line that moved on is noticed. */
  find: string
  replace: string
  /** What would go wrong for a person. */
  why: string
  /** The test files that are expected to catch it, from the root of the repository. */
  tests: readonly string[]
}

/** The source with the fault in it; the place must be there exactly once. */
export function withFault({ name, file, find, replace }: Fault, source: string): string {
  const places = source.split(find).length - 1
  if (places !== 1) throw new Error(`${name}: its place occurs ${places} times in ${file} instead of once`)
  if (find === replace) throw new Error(`${name}: changes nothing`)
  return source.replace(find, () => replace)
}
