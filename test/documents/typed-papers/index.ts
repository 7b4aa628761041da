import { readPapers } from './paper.ts'

/** Papers of many countries as they are typed, by their names: `papers/*.txt`. */
export const TYPED_PAPERS = { ...readPapers('invoices'), ...readPapers('receipts'), ...readPapers('slips') }
