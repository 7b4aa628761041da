import { hashSecret } from '../secrets.ts'

/** What stands for a password: with another one, or another second factor, it opens nothing any more. */
export const proofOf = ({
  password_hash,
  second_factor_at,
}: {
  password_hash: string
  second_factor_at: number | null
}): string => hashSecret(`${password_hash} ${second_factor_at}`)
