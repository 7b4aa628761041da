import { signal } from '@preact/signals'

/** Whether the box that finds pages and objects is open. */
export const paletteOpen = signal(false)
