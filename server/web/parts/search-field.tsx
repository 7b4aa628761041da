import { useId } from 'preact/hooks'

interface SearchProps {
  label: string
  value: string
  onValue: (value: string) => void
}

/** What a list is searched by; `/` brings one here. */
export function SearchField({ label, value, onValue }: SearchProps) {
  const id = useId()
  return (
    <div class="field search">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="search"
        autocomplete="off"
        spellcheck={false}
        value={value}
        onInput={({ currentTarget }) => onValue(currentTarget.value)}
      />
    </div>
  )
}
