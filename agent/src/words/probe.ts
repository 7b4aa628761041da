/** Behind a probe's own words, for a longer answer. */
export const countAloud = 'Then write the numbers from one to twenty as words.'

/** An answer to it, whose tokens an engine is to say how likely they are. */
export const scoredAloud = 'OK, that is what was said.'
