/*
 * Sends a PDF to the documents service with nothing but fetch, prints what it says, and saves the annotated report.
 *
 *   export MKT_DOCS_SERVER=http://127.0.0.1:8081
 *   export MKT_DOCS_KEY=...    # npx mkt-server keys create --data ./data --user ada
 *   npx node examples/analyze-document/main.ts statement.pdf report.pdf
 */
import { openAsBlob } from 'node:fs'
import { writeFile } from 'node:fs/promises'

const { MKT_DOCS_SERVER = 'http://127.0.0.1:8081', MKT_DOCS_KEY = '' } = process.env
const headers = { authorization: `Bearer ${MKT_DOCS_KEY}` }
const [, , path, reportPath = 'report.pdf'] = process.argv
if (path === undefined) throw new Error('Which PDF? npx node examples/analyze-document/main.ts FILE.pdf [REPORT.pdf]')

interface Analysis {
  document_type: string
  extraction: { fields: Record<string, { value: string | number; confidence: number }> }
  risk_assessment: { risk_level: string; risk_score: number; flags: { severity: string; message: string }[] }
  annotated_pdf_url: string
}

async function demand(response: Response): Promise<Response> {
  if (response.ok) return response
  const { error } = (await response.json()) as { error: string }
  throw new Error(`${response.status} ${error}`)
}

const body = new FormData()
body.append('file', await openAsBlob(path, { type: 'application/pdf' }), 'document.pdf')
const answer = await fetch(`${MKT_DOCS_SERVER}/analyze-tax-slip`, { method: 'POST', headers, body })
const analysis = (await (await demand(answer)).json()) as Analysis

const { risk_level, risk_score, flags } = analysis.risk_assessment
console.log(`${analysis.document_type}, risk ${risk_level} (${risk_score} of 100)`)
for (const { severity, message } of flags) console.log(`  ${severity}: ${message}`)
for (const [name, { value, confidence }] of Object.entries(analysis.extraction.fields))
  console.log(`  ${name}: ${value} (${Math.round(confidence * 100)} % sure)`)

const report = await demand(await fetch(analysis.annotated_pdf_url, { headers }))
await writeFile(reportPath, new Uint8Array(await report.arrayBuffer()))
console.log(`${reportPath} holds the annotated report.`)
