/** Columns of tables whose numbers are no money. */
const NO_MONEY: ReadonlySet<string> = new Set(['quantity', 'tax_rate'])

const CENTS = 2

/** A value's number as people write it: money with its cents, and with more decimals where it has more. */
export function writtenNumber(value: number, column = ''): string {
  const text = String(value)
  const decimals = text.split('.')[1]?.length ?? 0
  return NO_MONEY.has(column) || decimals > CENTS || /e/.test(text) ? text : value.toFixed(CENTS)
}
