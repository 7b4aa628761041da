/**
 * What the XML inside an invoice's PDF states, whichever syntax it is written in. Members are left out where the XML
 * does not state them. Amounts are numbers in the document's currency, dates YYYY-MM-DD.
 */
export interface EInvoice {
  syntax: 'cii' | 'ubl'
  /** The profile's urn; '' where it is not stated. */
  profile: string
  number?: string
  date?: string
  dueDate?: string
  seller: EInvoiceParty
  buyer: EInvoiceParty
  /** The buyer's order and what else the invoice calls an order. */
  orders: string[]
  currency?: string
  ibans: string[]
  paymentTerms: string[]
  /** Sum of the lines before charges and allowances of the whole document. */
  lineTotal?: number
  net?: number
  tax?: number
  gross?: number
  prepaid?: number
  due?: number
  lines: EInvoiceLine[]
}

export interface EInvoiceParty {
  /** Registered and trading names. */
  names: string[]
  /** VAT id, local tax number, register number. */
  taxIds: string[]
}

export interface EInvoiceLine {
  description?: string
  quantity?: number
  unit?: string
  unitPrice?: number
  taxRate?: number
  amount?: number
}

/** The same without its undefined members. */
export function withoutHoles<T extends object>(
  value: T,
): { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>
} {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as never
}
