export type MoneyLook = 'plain' | 'commas' | 'blanks' | 'french' | 'split' | 'dollar'

/** An amount as forms print it; `split` has the cents behind a blank, where the form has a divider. */
export function money(amount: number, look: MoneyLook): string {
  const [dollars = '', cents = ''] = amount.toFixed(2).split('.')
  const grouped = (mark: string) => dollars.replace(/\B(?=(\d{3})+$)/g, mark)
  if (look === 'plain') return `${dollars}.${cents}`
  if (look === 'blanks') return `${grouped(' ')}.${cents}`
  if (look === 'french') return `${grouped(' ')},${cents}`
  if (look === 'split') return `${dollars} ${cents}`
  return `${look === 'dollar' ? '$' : ''}${grouped(',')}.${cents}`
}

/** To the cent, half up. */
export const cents = (amount: number): number => Math.round(amount * 100 + 1e-6) / 100
