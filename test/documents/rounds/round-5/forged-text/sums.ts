const VALUE = /\[\[([^|\]]+)\|([^|\]]+)(?:\|([^\]]+))?\]\]/g

export type Style = 'en' | 'de' | 'fr'

const round = (amount: number) => Math.round(amount * 100 + 1e-6) / 100

const MARKS = {
  en: { group: ',', point: '.' },
  de: { group: '.', point: ',' },
  fr: { group: '\u00a0', point: ',' },
} as const

/** An amount as papers of a country print it. */
export function money(amount: number, style: Style): string {
  const [whole = '', cents = ''] = amount.toFixed(2).split('.')
  const { group, point } = MARKS[style]
  return `${whole.replace(/\B(?=(\d{3})+$)/g, group)}${point}${cents}`
}

/** What a printed amount is; without cents it is a count. */
function numberOf(text: string): number {
  const digits = Number(text.replace(/\D/g, ''))
  return /[.,]\d\d$/.test(text) ? digits / 100 : digits
}

/**
 * Works out every `[[field|=a + b * 6.2%]]`; names are other fields, `sum(table.column)` adds a column. Formulas are
 * sums of products, without brackets, rounded to cents at the end. `given` are texts that stand instead of the paper's.
 */
export function workedOut(source: string, style: Style, given: ReadonlyMap<string, string> = new Map()): string {
  const texts = new Map<string, string>()
  for (const { 1: key = '', 2: text = '' } of source.matchAll(VALUE))
    if (!texts.has(key)) texts.set(key, given.get(key)?.split(' = ')[0] ?? text)
  const known = new Map<string, number>()
  const amountOf = (key: string): number => {
    const text = texts.get(key)
    if (text === undefined) throw new Error(`no field ${key} is on the paper`)
    if (!known.has(key)) known.set(key, text.startsWith('=') ? round(result(text.slice(1))) : numberOf(text))
    return known.get(key) ?? 0
  }
  const sum = (column: string) => {
    const [table, cell] = column.split('.')
    const keys = [...texts.keys()].filter((key) => key.startsWith(`${table}.`) && key.endsWith(`.${cell}`))
    return keys.reduce((total, key) => total + amountOf(key), 0)
  }
  const factor = (text: string): number => {
    if (/^[\d.]+%?$/.test(text)) return Number.parseFloat(text) / (text.endsWith('%') ? 100 : 1)
    const column = /^sum\((.*)\)$/.exec(text)?.[1]
    return column ? sum(column) : amountOf(text)
  }
  const product = (text: string) => text.split(' * ').reduce((so, each) => so * factor(each.trim()), 1)
  const result = (formula: string) =>
    ` + ${formula}`
      .split(/ (?=[+-] )/)
      .filter((term) => term.trim() !== '')
      .reduce((so, term) => so + (term.startsWith('-') ? -1 : 1) * product(term.slice(2)), 0)
  return source.replace(VALUE, (_, key: string, text: string, said?: string) => {
    const [own, ownSaid] = given.get(key)?.split(' = ') ?? [text, said]
    const print = own?.startsWith('=') ? money(amountOf(key), style) : own
    return `[[${key}|${print}${ownSaid ? `|${ownSaid}` : ''}]]`
  })
}

/**
 * Writes out `{rows TABLE a,b,c [from BALANCE] [product] [y=TOP,STEP] [break=N]}`, a template and a line for each row.
 * `$a` is a cell, `$balance` runs on from another field, `$amount` is quantity times price, `$y` the line's height;
 * after N rows comes what stands after `{break}`, with `$page` counted from 2.
 */
export function rowsWritten(source: string): string {
  return source.replace(
    /\{rows (\S+) (\S+)([^}]*)\}\n(.*)\n([\s\S]*?)\{end\}\n/g,
    (_, table, names, how, form, rest) => {
      const [lines = '', between = ''] = rest.split('{break}\n')
      const columns: string[] = names.split(',')
      const [, top = 0, step = 0] = /y=(\d+),(\d+)/.exec(how)?.map(Number) ?? []
      const [every, start] = [Number(/break=(\d+)/.exec(how)?.[1] ?? 999), /from (\S+)/.exec(how)?.[1]]
      const rows = lines.trim().split('\n')
      const written = rows.map((line: string, at: number) => {
        const cells = new Map(line.split('|').map((cell, column) => [columns[column] ?? '', cell]))
        cells.set('balance', start ? balance(table, at, start, cells) : '')
        if (/product/.test(how)) cells.set('amount', `=${table}.${at}.quantity * ${table}.${at}.unit_price`)
        const printed = form.replace(/\$([a-z_]+)/g, (name: string, key: string) =>
          key === 'y'
            ? String(top - step * at)
            : cells.has(key)
              ? value(`${table}.${at}.${key}`, cells.get(key))
              : name,
        )
        const turn = at > 0 && at % every === 0 ? between.replaceAll('$page', String(1 + at / every)) : ''
        return `${turn}${withoutEmpty(printed)}\n`
      })
      return written.join('')
    },
  )
}

const withoutEmpty = (text: string) =>
  text
    .split(' ¶ ')
    .filter((line) => !/#\w+ $/.test(line))
    .join('\n')

function balance(table: string, at: number, start: string, cells: ReadonlyMap<string, string>): string {
  const before = at === 0 ? start : `${table}.${at - 1}.balance`
  const less = cells.get('withdrawal') ? ` - ${table}.${at}.withdrawal` : ''
  return `=${before}${less}${cells.get('deposit') ? ` + ${table}.${at}.deposit` : ''}`
}

function value(key: string, cell = ''): string {
  const [text, said] = cell.startsWith('=') ? [cell] : cell.split('=')
  return text ? `[[${key}|${text}${said ? `|${said}` : ''}]]` : ''
}
