import { market } from '@mkt/schemas'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { api } from '../api.ts'
import { useLive } from '../state/live.ts'
import { person } from '../state/session.ts'
import { t } from '../texts/texts.ts'
import { paletteOpen } from './palette-open.ts'
import { NAVIGATION, type Place } from './places.ts'

const MOST = 12

/** Ids lead to the page of what they name. */
const OBJECTS = [
  ['job_', '/app/jobs/'],
  ['host_', '/app/hosts/'],
  ['bat_', '/app/batches/'],
  ['doc_', '/app/documents/'],
] as const

function matches(text: string, models: readonly Place[]): Place[] {
  const wanted = text.trim().toLowerCase()
  const [, folder] = OBJECTS.find(([prefix]) => wanted.startsWith(prefix)) ?? []
  if (folder) return [{ href: `${folder}${encodeURIComponent(wanted)}`, text: wanted }]
  const places = NAVIGATION.filter(({ admin }) => !admin || person.value?.admin).flatMap((group) => group.places)
  // Models are too many to stand there before one of them is asked for.
  const all = wanted ? [...places, ...models] : places
  return all.filter((place) => place.text.toLowerCase().includes(wanted)).slice(0, MOST)
}

/** Ctrl+K: goes to a page by its name, or to an object by its id. `/` focuses the page's own search, if it has one. */
export function Palette() {
  // Not after the page was painted: who sees it may press a key at once.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        paletteOpen.value = !paletteOpen.value
      } else if (event.key === '/' && !isTyping(event.target)) {
        const search = document.querySelector<HTMLElement>('input[type="search"]')
        event.preventDefault()
        if (search) search.focus()
        else paletteOpen.value = true
      }
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return paletteOpen.value ? <Box /> : null
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, dialog *, [contenteditable]')
}

/** The pages of the models on offer, once they are known. */
function useModels(): Place[] {
  const { data } = useLive((signal) => api.call(market.models, {}, { signal }), [])
  return (data?.models ?? []).map(({ name }) => ({ href: `/app/models/${encodeURIComponent(name)}`, text: name }))
}

function Found({ found, at, go }: { found: readonly Place[]; at: number; go: (place: Place) => void }) {
  return (
    <>
      <div role="listbox" id="palette-found" aria-label={t.palette.found}>
        {found.map((place, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the box above has the keys
          <div
            key={place.href}
            id={`palette-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            onClick={() => go(place)}
          >
            {place.text}
          </div>
        ))}
      </div>
      {found.length === 0 ? <p class="soft">{t.palette.none}</p> : null}
    </>
  )
}

function Box() {
  const box = useRef<HTMLDialogElement>(null)
  const { route } = useLocation()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const models = useModels()
  const found = matches(text, models)
  const at = Math.min(chosen, Math.max(0, found.length - 1))
  const close = () => {
    paletteOpen.value = false
  }
  useLayoutEffect(() => box.current?.showModal(), [])
  const go = (place: Place | undefined) => {
    if (!place) return
    close()
    route(place.href)
  }
  const onKeyDown = (event: KeyboardEvent & { currentTarget: HTMLInputElement }) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined && event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    // In the turn of the key: the browser's own way tells of it later, and Ctrl+K in between would close what is gone.
    if (event.key === 'Escape') return close()
    // What was typed just before may not be drawn yet.
    const { value } = event.currentTarget
    if (step === undefined) go(value === text ? found[at] : matches(value, models)[0])
    else setChosen((at + step + found.length) % Math.max(1, found.length))
  }
  return (
    <dialog class="palette" ref={box} aria-label={t.palette.title} onClose={close}>
      <input
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-found"
        aria-activedescendant={found[at] ? `palette-${at}` : undefined}
        aria-label={t.palette.label}
        placeholder={t.palette.label}
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value)
          setChosen(0)
        }}
        onKeyDown={onKeyDown}
      />
      <Found {...{ found, at, go }} />
    </dialog>
  )
}
