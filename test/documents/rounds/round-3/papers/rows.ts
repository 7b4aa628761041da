/** What a row or a sheet says by name. */
export type Values = Record<string, string | number>

const cents = (amount: number) => Math.round(amount * 100) / 100

const add = (values: Values, name: string, amount: number) => {
  values[name] = cents(Number(values[name] ?? 0) + amount)
}

/**
 * The rows of a table, what can be reckoned filled in; their sums go into `values`.
 *
 * @param card a purchase is positive and makes the balance larger
 * @param inclusive prices have the tax in them
 */
export function rowsOf(
  columns: string[],
  lines: string[],
  values: Values,
  card: boolean,
  inclusive: boolean,
): Values[] {
  const rows = lines.map((line) => {
    const cells = line.split('|').map((each) => each.trim())
    return Object.fromEntries(
      columns.flatMap((name, at) => (cells[at] ? [[name, numberOr(name, cells[at])]] : [])),
    ) as Values
  })
  const priced = !columns.includes('code') && (columns.includes('amount') || columns.includes('unit_price'))
  for (const row of rows) {
    if (row.move !== undefined) moved(row, values, card)
    else if (priced) sold(row, values)
  }
  if (priced) summed(values, inclusive)
  return rows
}

const TEXTS = ['description', 'date', 'unit', 'n', 'ref', 'code']

const numberOr = (name: string, text: string) =>
  !TEXTS.includes(name) && /^-?[\d.]+$/.test(text) ? Number(text) : text

function moved(row: Values, values: Values, card: boolean): void {
  const move = Number(row.move)
  const out = card ? move > 0 : move < 0
  row[out ? 'withdrawal' : 'deposit'] = Math.abs(move)
  row[out ? 'minus' : 'plus'] = Math.abs(move)
  if (card && !out) row.credit = Math.abs(move)
  add(values, out ? 'total_withdrawals' : 'total_deposits', Math.abs(move))
  values.closing_balance ??= values.opening_balance ?? 0
  add(values, 'closing_balance', move)
  row.balance = values.closing_balance
}

function sold(row: Values, values: Values): void {
  const amount = Number(row.amount ?? cents(Number(row.quantity ?? 1) * Number(row.unit_price)))
  row.amount = amount
  add(values, 'sum', amount)
  row.running = values.sum ?? amount
  if (row.tax_rate !== undefined) add(values, `sum_${Number.parseFloat(String(row.tax_rate))}`, amount)
}

/** Net, tax and gross of each rate, and of all. */
function summed(values: Values, inclusive: boolean): void {
  values.total_tax = 0
  for (const [name, sum] of Object.entries(values)) {
    const rate = Number(/^sum_([\d.]+)$/.exec(name)?.[1] ?? Number.NaN)
    if (Number.isNaN(rate)) continue
    const tax = cents((Number(sum) * rate) / (inclusive ? 100 + rate : 100))
    values[`tax_${rate}`] = tax
    values[`net_${rate}`] = inclusive ? cents(Number(sum) - tax) : sum
    add(values, 'total_tax', tax)
  }
  const [sum, tax] = [Number(values.sum), Number(values.total_tax)]
  Object.assign(values, {
    subtotal: inclusive ? cents(sum - tax) : sum,
    invoice_total: inclusive ? sum : cents(sum + tax),
    total: inclusive ? sum : cents(sum + tax),
  })
}
