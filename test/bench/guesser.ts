import { post } from './wire.ts'

/** One wave of guesses: at so many names at once, so that no bound on guesses at one account holds any back. */
export interface Wave {
  url: string
  number: number
  guesses: number
}

// A process of its own: what times the submissions must not be busy with sending guesses.
process.on('message', async ({ url, number, guesses }: Wave) => {
  const guess = async (_: unknown, at: number) => {
    const basic = `Basic ${Buffer.from(`nobody-${number}-${at}:wrong password ${at}`).toString('base64')}`
    return (await post(url, '/users/me/tokens', basic, { name: 'x' })).status
  }
  const statuses = await Promise.all(Array.from({ length: guesses }, guess))
  process.send?.(statuses)
})
