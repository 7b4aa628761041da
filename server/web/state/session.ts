import { market as endpoints } from '@mkt/schemas'
import { effect, signal } from '@preact/signals'
import { api, isCode, refused } from '../api.ts'

export interface Person {
  username: string
  user_id: string
  admin: boolean
}

/** Who is signed in; null: nobody; undefined: not known yet. */
export const person = signal<Person | null | undefined>(undefined)

/** Why the session could not be asked for: the server cannot be reached. */
export const sessionError = signal<unknown>(undefined)

/** Asks the server who is signed in. */
export async function recall(): Promise<void> {
  try {
    person.value = await api.call(endpoints.showSession, {})
    sessionError.value = undefined
  } catch (error) {
    if (isCode(error, 'unauthorized')) person.value = null
    else sessionError.value = error
  }
}

export async function signIn(username: string, password: string, code?: string): Promise<void> {
  const body = { username, password, ...(code ? { code } : {}) }
  person.value = await api.call(endpoints.createSession, { body })
}

/** Where what the session stood for is another now: without a code, else the login page asks for it. */
export async function signInAgain(password: string): Promise<void> {
  const { username = '' } = person.value ?? {}
  await signIn(username, password).catch(() => {
    person.value = null
  })
}

export async function signOut(): Promise<void> {
  await api.call(endpoints.endSession, {})
  person.value = null
}

// A session that ended elsewhere, or by itself, shows the login page, which comes back to where the person was.
effect(() => {
  if (refused.value > 0 && person.peek()) person.value = null
})
