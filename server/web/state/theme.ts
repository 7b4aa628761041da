import { effect, signal } from '@preact/signals'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const KEY = 'theme'

/** What the person chose; the system's until then. The only thing that these pages keep in the browser's storage. */
export const theme = signal<Theme>(kept())

function kept(): Theme {
  const value = localStorage.getItem(KEY)
  return THEMES.find((name) => name === value) ?? 'system'
}

effect(() => {
  document.documentElement.dataset.theme = theme.value
  if (theme.value === 'system') localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, theme.value)
})
