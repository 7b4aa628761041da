/**
 * How far above what a thread may use the engine's own limit stands. Met in the middle of one large allocation, such as
 * a table that doubles, that limit aborts the whole process instead of the thread; so it must never be met first.
 */
export const HEADROOM = 8
