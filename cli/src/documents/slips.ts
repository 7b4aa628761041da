import type { Analysis } from '@mkt/schemas'

/** One slip or document of a file; its own risk is not known of files that were analysed before it was told. */
export type Slip = NonNullable<Analysis['slips']>[number] & { risk_assessment?: Analysis['risk_assessment'] }

/** Every document of an analysed file; of one that was answered without detail, what it says of the first. */
export function slipsOf({ document_type: type, extraction, slips, documents }: Analysis): Slip[] {
  if (documents) return documents
  if (slips) return slips
  const { fields, tables, metadata } = extraction
  return [{ type, fields, tables, pages: Array.from({ length: metadata.page_count }, (_, at) => at + 1) }]
}
