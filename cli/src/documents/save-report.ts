import { createWriteStream } from 'node:fs'
import { access, rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { documents as endpoints } from '@mkt/schemas'
import type { Client } from '@mkt/schemas/client'
import { systemFault } from '@mkt/schemas/process/system-fault'
import { Failure } from '../failure.ts'
import { documentWords } from '../words/documents.ts'

/** Refuses a file that is there already, before anything is done for it. */
export async function demandFree(path: string, force: boolean): Promise<void> {
  if (force || path === '-') return
  const taken = await access(path).then(
    () => true,
    () => false,
  )
  if (taken) throw new Failure('usage', documentWords.taken(path), [documentWords.force])
}

/** Writes a document's annotated report; the file appears whole or not at all. `-` is standard output. */
export async function saveReport(client: Client, documentId: string, path: string): Promise<void> {
  await saveFile(client.bytes(endpoints.getReport, { params: { document_id: documentId } }), path)
}

/** The same of a document as an Excel workbook. */
export async function saveWorkbook(client: Client, documentId: string, path: string): Promise<void> {
  await saveFile(client.bytes(endpoints.getWorkbook, { params: { document_id: documentId } }), path)
}

async function saveFile(bytes: AsyncIterable<Uint8Array>, path: string): Promise<void> {
  if (path === '-') return await pipeline(bytes, process.stdout, { end: false })
  const fresh = `${path}.${process.pid}.part`
  try {
    await pipeline(bytes, createWriteStream(fresh, { flags: 'wx' }))
    await rename(fresh, path)
  } catch (error) {
    await rm(fresh, { force: true }).catch(() => undefined)
    // The name of the unfinished file would mean nothing to a person.
    if (error instanceof Error && 'syscall' in error) {
      throw new Failure('failed', documentWords.notWritten(path, systemFault(error)))
    }
    throw error
  }
}
