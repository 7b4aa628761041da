import { signal } from '@preact/signals'

export interface Toast {
  id: number
  text: string
  bad: boolean
}

const SHOWN_MS = 6000
let last = 0

export const toasts = signal<readonly Toast[]>([])

/** Says in a corner, and to screen readers, that something was done. */
export function toast(text: string, bad = false): void {
  const one = { id: ++last, text, bad }
  toasts.value = [...toasts.value, one]
  setTimeout(() => dismiss(one.id), SHOWN_MS)
}

export function dismiss(id: number): void {
  toasts.value = toasts.value.filter((one) => one.id !== id)
}
