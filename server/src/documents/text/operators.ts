import { getHeapStatistics } from 'node:v8'
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { HEADROOM } from '../model/heap-headroom.ts'
import { threadMs } from './thread-time.ts'

type OperatorList = Awaited<ReturnType<PDFPageProxy['getOperatorList']>>

/** A page's operators, as far as its budget goes. */
export interface Operators extends Pick<OperatorList, 'fnArray' | 'argsArray'> {
  cut: boolean
}

/** How much of this thread one page may take. */
export interface PageBudget {
  /** Of this thread's processor time. A million lines take 2 s. */
  cpuMs: number
  /** Share of the heap that may be in use; the rest is for what is made of the page. */
  heap: number
}

const BUDGET: PageBudget = { cpuMs: 8000, heap: 0.6 }

/** Fewer operators than these fill no heap: what does is not theirs. */
const FEW = 200_000

/**
 * What pdf.js keeps of a page while its operators come; nothing public tells of them before the last one. A version
 * without it reads as well, and is not cut.
 */
interface Arriving {
  operatorList?: OperatorList & { lastChunk: boolean }
  renderTasks?: Set<{ operatorListChanged(): void }>
}

/**
 * A page's operators. A small file can have a page of billions, forms that draw forms, and pdf.js neither stops nor
 * lets a timer run before it has them all: so they are looked at as they come, and where the page's budget is used up
 * those that are there are the page. pdf.js goes on with the rest until its document is destroyed.
 */
export async function operatorsOf(page: PDFPageProxy, budget: PageBudget = BUDGET): Promise<Operators> {
  const start = threadMs()
  const all = page.getOperatorList()
  const { promise: cut, resolve } = Promise.withResolvers<Operators>()
  const states = (page as unknown as { _intentStates?: Map<string, Arriving> })._intentStates
  for (const { operatorList, renderTasks } of states?.values() ?? []) {
    if (!operatorList || !renderTasks) continue
    const watch = {
      operatorListChanged() {
        if (operatorList.lastChunk) return void renderTasks.delete(watch)
        if (threadMs() - start < budget.cpuMs && !isFull(operatorList.fnArray.length, budget.heap)) return
        renderTasks.delete(watch)
        resolve({ fnArray: operatorList.fnArray.slice(), argsArray: operatorList.argsArray.slice(), cut: true })
      },
    }
    renderTasks.add(watch)
  }
  return await Promise.race([all.then(({ fnArray, argsArray }) => ({ fnArray, argsArray, cut: false })), cut])
}

function isFull(operators: number, share: number): boolean {
  if (operators < FEW) return false
  const { used_heap_size, heap_size_limit } = getHeapStatistics()
  return used_heap_size > (share * heap_size_limit) / HEADROOM
}
