import type { Analysis } from '@mkt/schemas'
import { safeLine } from '@mkt/schemas/process/safe-text'
import { printJson } from '../render.ts'
import { documentWords } from '../words/documents.ts'
import type { Run } from './analyze-run.ts'
import { printAnalysis } from './print-analysis.ts'
import { nameOf } from './upload.ts'

/** One file's answer on standard output: whole, or in a line where it is kept in a folder. */
export function printAnswer(file: string, analysis: Analysis, { several, options }: Run): void {
  const { json, full, answers } = options
  if (json) {
    printJson(several ? { file, ...analysis } : analysis)
    return
  }
  const name = safeLine(nameOf(file))
  const { document_type, risk_assessment } = analysis
  const risk = documentWords.risk(risk_assessment.risk_level, risk_assessment.risk_score)
  if (answers !== undefined) {
    process.stdout.write(`${name}: ${document_type}, ${risk}\n`)
    return
  }
  if (several) process.stdout.write(`\n== ${name}\n`)
  printAnalysis(analysis, full)
}
