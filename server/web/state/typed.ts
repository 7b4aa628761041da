import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'

/** How long nobody types before it is looked for. */
const REST_MS = 300

/**
 * What is typed to narrow a list, and looked for once the typing rests. `given` is what is looked for now: where that
 * comes from elsewhere (a link, the way back) it is shown; as the answer to what was typed it takes nothing back that
 * was typed since.
 */
export function useTyped(given: string, look: (text: string) => void) {
  const [text, setText] = useState(given)
  const asked = useRef(given)
  const newest = useRef(look)
  newest.current = look
  useLayoutEffect(() => {
    if (given === asked.current) return
    asked.current = given
    setText(given)
  }, [given])
  useEffect(() => {
    const wanted = text.trim()
    if (wanted === asked.current) return
    const timer = setTimeout(() => {
      asked.current = wanted
      newest.current(wanted)
    }, REST_MS)
    return () => clearTimeout(timer)
  }, [text])
  return [text, setText] as const
}
