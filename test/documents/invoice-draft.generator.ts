import type { Chance } from './chance.ts'
import type { Sale } from './invoice-sale.generator.ts'
import type { InvoiceWords } from './invoice-words.generator.ts'
import type { Day } from './statement-locale.generator.ts'
import { isoOf } from './statement-locale.generator.ts'
import { Paper } from './statement-paper.generator.ts'

type Caption = { [Key in keyof InvoiceWords]: InvoiceWords[Key] extends string[] ? Key : never }[keyof InvoiceWords]

/** An invoice while it is drawn: its paper, its choices, and what it has said so far. */
export class InvoiceDraft {
  readonly paper: Paper
  readonly chance: Chance
  readonly sale: Sale
  readonly margin: number
  readonly size: number
  /** Contract fields that are printed, as the service should return them. */
  readonly fields: Record<string, string | number> = {}
  /** From the top of the page. */
  y = 0
  readonly #captions = new Map<string, string>()
  readonly #day: (day: Day) => string
  readonly #money: (number: string) => string

  private constructor(paper: Paper, chance: Chance, sale: Sale) {
    this.paper = paper
    this.chance = chance
    this.sale = sale
    this.margin = chance.whole(36, 64)
    this.size = chance.pick([8.5, 9, 9.5, 10])
    this.#day = chance.pick(sale.locale.dates)
    this.#money = chance.pick(sale.locale.money)
  }

  static async open(chance: Chance, sale: Sale): Promise<InvoiceDraft> {
    return new InvoiceDraft(await Paper.lay(chance, sale.locale.paper), chance, sale)
  }

  /** The document's own wording for a caption, the same wherever it stands. */
  word(caption: Caption): string {
    const known = this.#captions.get(caption) ?? this.chance.pick(this.sale.locale.words[caption])
    this.#captions.set(caption, known)
    return known
  }

  day(day: Day): string {
    return this.#day(day)
  }

  number(amount: number, decimals = 2): string {
    return this.sale.locale.number(amount, decimals)
  }

  money(amount: number): string {
    return this.#money(this.number(amount))
  }

  says(field: string, value: string | number | Day): void {
    this.fields[field] = typeof value === 'object' ? isoOf(value) : value
  }

  get right(): number {
    return this.paper.width - this.margin
  }

  text(x: number, text: string, style: Parameters<Paper['text']>[3] = {}): this {
    this.paper.text(x, this.y, text, { size: this.size, ...style })
    return this
  }

  down(lines = 1): this {
    this.y += lines * this.size * 1.35
    return this
  }

  /** What stands in the list of facts beside or under the address. */
  facts(): [caption: string, value: string][] {
    const { sale, chance } = this
    const facts: [string, string][] = []
    const add = (field: string | undefined, caption: string, value: string, said: string | Day = value) => {
      facts.push([caption, value])
      if (field) this.says(field, said)
    }
    add('invoice_number', this.word('number'), sale.number)
    add('invoice_date', this.word('date'), this.day(sale.issued), sale.issued)
    if (chance.happens(0.5)) add('due_date', this.word('due'), this.day(sale.due), sale.due)
    if (chance.happens(0.35)) add('purchase_order', this.word('order'), sale.order)
    if (chance.happens(0.4)) add(undefined, this.word('customerNumber'), sale.customerNumber)
    if (chance.happens(0.3)) add('payment_terms', this.word('terms'), chance.pick(sale.locale.words.net)(sale.days))
    return facts
  }
}
