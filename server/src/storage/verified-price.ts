/**
 * Of what the dearest trusted host asks for a model: beyond it nobody is shown as verified, since nobody is checked
 * there as others are.
 */
export const TIMES_TRUSTED = 20
