import type { InvoiceDraft } from './invoice-draft.generator.ts'
import type { SaleLine } from './invoice-sale.generator.ts'

interface Column {
  caption: string
  width: number
  align: 'left' | 'right'
  cell: (line: SaleLine, index: number) => string
}

/** The table of goods from the draft's present place on, over as many pages as it takes; says its rows. */
export function drawTable(draft: InvoiceDraft): Record<string, string | number>[] {
  const { chance, paper, sale } = draft
  const columns = chooseColumns(draft)
  const ruled = chance.happens(0.35)
  const shade = chance.happens(0.3)
  const bottom = paper.height - 90
  head(draft, columns, ruled, shade)
  for (const [index, line] of sale.lines.entries()) {
    if (draft.y > bottom) {
      foot(draft)
      paper.addPage()
      draft.y = draft.margin + 20
      head(draft, columns, ruled, shade)
    }
    row(draft, columns, line, index, ruled)
  }
  if (!ruled && chance.happens(0.6)) paper.rule(draft.margin, draft.y - draft.size * 0.7, draft.right)
  return sale.lines.map(({ description, quantity, price, amount }) => ({
    description,
    quantity,
    unit_price: price,
    amount,
  }))
}

function foot(draft: InvoiceDraft): void {
  draft.paper.text(draft.right, draft.paper.height - 30, draft.sale.locale.words.page(1, 2), {
    size: 7,
    align: 'right',
  })
}

function chooseColumns(draft: InvoiceDraft): Column[] {
  const { chance, sale } = draft
  const right = 'right' as const
  const left = 'left' as const
  const joined = chance.happens(0.3)
  const decimals = (line: SaleLine) => (Math.round(line.price * 100) === Number((line.price * 100).toFixed(4)) ? 2 : 4)
  const whole = (value: number) => draft.number(value, Number.isInteger(value) ? 0 : 1)
  const quantity: Column = {
    caption: draft.word('quantity'),
    width: joined ? 60 : 44,
    align: right,
    cell: (line) => whole(line.quantity) + (joined ? ` ${line.unit}` : ''),
  }
  const columns: Column[] = [
    { caption: draft.word('description'), width: 0, align: left, cell: ({ description }) => description },
    ...(joined || chance.happens(0.6)
      ? []
      : [{ caption: draft.word('unit'), width: 40, align: left, cell: ({ unit }: SaleLine) => unit }]),
    { caption: draft.word('price'), width: 66, align: right, cell: (line) => draft.number(line.price, decimals(line)) },
    ...(sale.lines.some(({ discount }) => discount > 0)
      ? [
          {
            caption: draft.word('discount'),
            width: 46,
            align: right,
            cell: ({ discount }: SaleLine) => (discount > 0 ? `${discount}%` : ''),
          },
        ]
      : []),
    ...(chance.happens(0.4)
      ? [
          {
            caption: draft.word('rate'),
            width: 46,
            align: right,
            cell: ({ rate }: SaleLine) => `${draft.number(rate, Number.isInteger(rate) ? 0 : 2)}%`,
          },
        ]
      : []),
    {
      caption: draft.word('amount'),
      width: 74,
      align: right,
      cell: (line) => (draft.size > 9.2 ? draft.money(line.amount) : draft.number(line.amount)),
    },
  ]
  if (chance.happens(0.2)) columns.unshift(quantity)
  else columns.splice(1, 0, quantity)
  if (chance.happens(0.2))
    columns.splice(
      columns.findIndex(({ width }) => width === 0),
      0,
      { caption: draft.word('article'), width: 78, align: left, cell: ({ article }) => article },
    )
  if (chance.happens(0.3))
    columns.unshift({ caption: draft.word('position'), width: 28, align: left, cell: (_, index) => String(index + 1) })
  const fixed = columns.reduce((sum, { width }) => sum + width, 0)
  return columns.map((column) =>
    column.width === 0 ? { ...column, width: draft.right - draft.margin - fixed } : column,
  )
}

function head(draft: InvoiceDraft, columns: readonly Column[], ruled: boolean, shade: boolean): void {
  const { paper, size } = draft
  const lines = columns.map(({ caption, width }) => paper.wrap(caption, width - 6, size))
  const tall = Math.max(...lines.map((one) => one.length)) * size * 1.2
  if (shade) paper.fill(draft.margin, draft.y - size, draft.right - draft.margin, tall + 4, 0.88)
  if (ruled) frames(draft, columns, draft.y - size - 1, tall + 5)
  let x = draft.margin
  for (const [index, column] of columns.entries()) {
    for (const [at, text] of (lines[index] ?? []).entries())
      cell(draft, x, column, text, draft.y + at * size * 1.2, true)
    x += column.width
  }
  draft.y += tall + size * 0.3
  if (!ruled) paper.rule(draft.margin, draft.y - size * 0.9, draft.right)
  draft.y += size * 0.5
}

function row(draft: InvoiceDraft, columns: readonly Column[], line: SaleLine, index: number, ruled: boolean): void {
  const { paper, size } = draft
  const described = columns.find(({ cell: read }) => read(line, index) === line.description)
  const texts = [
    ...paper.wrap(line.description, (described?.width ?? 100) - 8, size),
    ...(line.note ? [line.note] : []),
  ]
  const tall = texts.length * size * 1.25
  if (ruled) frames(draft, columns, draft.y - size - 1, tall + 5)
  let x = draft.margin
  for (const column of columns) {
    if (column === described)
      for (const [at, text] of texts.entries()) cell(draft, x, column, text, draft.y + at * size * 1.25)
    else cell(draft, x, column, column.cell(line, index), draft.y)
    x += column.width
  }
  draft.y += tall + (ruled ? 5 : size * 0.5)
}

function cell(draft: InvoiceDraft, x: number, { width, align }: Column, text: string, y: number, bold = false): void {
  const at = align === 'right' ? x + width - 3 : x + 3
  draft.paper.text(at, y, text, { size: draft.size, align, bold })
}

function frames(draft: InvoiceDraft, columns: readonly Column[], top: number, tall: number): void {
  let x = draft.margin
  for (const { width } of columns) {
    draft.paper.frame(x, top, width, tall)
    x += width
  }
}
