import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { explain } from '../state/explain.ts'
import { person, signOut } from '../state/session.ts'
import { THEMES, theme } from '../state/theme.ts'
import { toast } from '../state/toasts.ts'
import { t } from '../texts/texts.ts'
import { paletteOpen } from './palette-open.ts'
import { NAVIGATION, type Place } from './places.ts'
import { Sign } from './sign.tsx'

/** What is around each page: where one can go, who is signed in, light or dark. */
export function Shell({ children }: { children: ComponentChildren }) {
  const [open, setOpen] = useState(false)
  const { url } = useLocation()
  useEffect(() => setOpen(false), [url])
  return (
    <div class="shell">
      <a class="skip" href="#main">
        {t.shell.skip}
      </a>
      <header class="top">
        <Mark />
        <button
          type="button"
          class="button bare"
          aria-expanded={open}
          aria-controls="nav"
          onClick={() => setOpen(!open)}
        >
          {t.shell.menu}
        </button>
      </header>
      <aside class={open ? 'side open' : 'side'} id="nav" aria-label={t.shell.side}>
        <Mark />
        <button type="button" class="find" onClick={() => (paletteOpen.value = true)}>
          <span>{t.shell.find}</span>
          <kbd>Ctrl K</kbd>
        </button>
        <Navigation />
        <Foot />
      </aside>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}

function Mark() {
  return (
    <a class="mark" href="/app/" aria-label={t.shell.home}>
      <Sign size={22} />
      mkt
    </a>
  )
}

function Navigation() {
  const { path } = useLocation()
  const groups = NAVIGATION.filter(({ admin }) => !admin || person.value?.admin)
  return (
    <nav aria-label={t.shell.navigation}>
      {groups.map(({ name, places }) => (
        <div key={name} class="nav-group">
          {name ? <p class="nav-title">{name}</p> : null}
          <ul>
            {places.map((place) => (
              <li key={place.href}>
                <a href={place.href} aria-current={isHere(place, path) ? 'page' : undefined}>
                  {place.text}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

function isHere({ href }: Place, path: string): boolean {
  return href === '/app/' ? path === '/app' || path === '/app/' : path === href || path.startsWith(`${href}/`)
}

function Foot() {
  const leave = () => signOut().catch((error) => toast(explain(error), true))
  return (
    <div class="side-foot">
      <label class="theme">
        <span>{t.shell.theme}</span>
        <select
          value={theme.value}
          onChange={({ currentTarget }) => {
            theme.value = THEMES.find((name) => name === currentTarget.value) ?? 'system'
          }}
        >
          {THEMES.map((name) => (
            <option key={name} value={name}>
              {t.shell.themes[name]}
            </option>
          ))}
        </select>
      </label>
      <div class="row apart">
        <a href="/app/account" class="who" title={person.value?.username}>
          {person.value?.username}
        </a>
        <button type="button" class="button bare small" onClick={leave}>
          {t.shell.signOut}
        </button>
      </div>
    </div>
  )
}
