import { computed, signal } from '@preact/signals'

const reading = signal<AbortController | undefined>()

/** Whether a chat is on its way to the page. */
export const isLoading = computed(() => reading.value !== undefined)

/** Reads what shall be shown next; undefined where something else was begun meanwhile. Throws as `read` does. */
export async function load<T>(read: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
  stopLoading()
  const own = new AbortController()
  reading.value = own
  try {
    const found = await read(own.signal)
    return own.signal.aborted ? undefined : found
  } catch (error) {
    if (own.signal.aborted) return undefined
    throw error
  } finally {
    if (reading.peek() === own) reading.value = undefined
  }
}

export function stopLoading(): void {
  reading.peek()?.abort()
  reading.value = undefined
}
