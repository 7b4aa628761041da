/**
 * Whom a market is for. `own`: one person's or one team's hosts and buyers, who need no watching. `strangers`: anyone may
 * sell and buy, so what hosts say of themselves is a claim, and new ones are on probation.
 */
export const TRUST = ['strangers', 'own'] as const
export type Trust = (typeof TRUST)[number]
