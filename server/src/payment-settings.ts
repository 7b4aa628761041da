import { formatCredits, parseCredits } from '@mkt/schemas'
import { type CreditPrice, parsePrice } from './market/purchases/money.ts'
import { OPTIONS } from './serve-options.ts'

/** How credits are sold. The secrets are variables and no flags: others see a command line. */
export interface PaymentSettings {
  secretKey: string
  webhookSecret: string
  /** Without a slash at its end. */
  apiUrl: string
  price: CreditPrice
  leastNano: bigint
  mostNano: bigint
}

type Given = { [K in 'payments' | 'creditPrice' | 'purchaseMin' | 'purchaseMax']?: string | undefined }

const API_URL = 'https://api.stripe.com'

/** Undefined where payments are off. Everything that is wrong is added to `faults`, a sentence each. */
export function readPayments(given: Given, env: NodeJS.ProcessEnv, faults: string[]): PaymentSettings | undefined {
  if (given.payments === undefined || given.payments === 'none') return undefined
  const wrong = (name: keyof Given, message: string) => {
    const { flag, variable } = OPTIONS[name]
    faults.push(`${flag.split(' ')[0]} (${variable}) is ${JSON.stringify(given[name] ?? '')}: ${message}`)
  }
  if (given.payments !== 'stripe') {
    wrong('payments', 'must be stripe or none')
    return undefined
  }
  const price = parsePrice(given.creditPrice ?? '')
  if (!price) wrong('creditPrice', 'must be a price and a currency of hundredths or wholes, such as "0.01 usd"')
  const [leastNano, mostNano] = [given.purchaseMin, given.purchaseMax].map((text) => parseCredits(text ?? '') ?? 0n)
  if (!leastNano || leastNano < 0n) wrong('purchaseMin', 'must be credits, more than 0')
  if (!mostNano || mostNano < (leastNano ?? 0n))
    wrong('purchaseMax', `must be at least ${formatCredits(leastNano ?? 0n)}`)
  const [secretKey, webhookSecret] = [
    secret('MKT_STRIPE_SECRET_KEY', 'API keys'),
    secret('MKT_STRIPE_WEBHOOK_SECRET', 'Webhooks'),
  ]
  if (!price || !leastNano || !mostNano) return undefined
  const apiUrl = (env.MKT_STRIPE_URL || API_URL).replace(/\/+$/, '')
  return { secretKey, webhookSecret, apiUrl, price, leastNano, mostNano }

  function secret(variable: string, where: string): string {
    const value = env[variable] ?? ''
    if (value === '') faults.push(`${variable} is missing: --payments stripe needs it; Stripe shows it under ${where}`)
    return value
  }
}
