let whole = false

/** --wide: nothing is cut or wrapped for the sake of the terminal. */
export function keepWhole(): void {
  whole = true
}

/** The columns that there are for talk, which goes to standard error. */
export function talkRoom(): number | undefined {
  return process.stderr.isTTY && !whole ? process.stderr.columns || 80 : undefined
}

/** The columns that there are now: those of the terminal, or undefined where output is kept whole. */
export function room(): number | undefined {
  return process.stdout.isTTY && !whole ? process.stdout.columns || 80 : undefined
}
