/** Behind a probe's own words, for a longer answer. */
export const countAloud = 'Then write the numbers from one to twenty as words.'
