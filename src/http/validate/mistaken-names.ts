/**
 * A request schema's option: names that callers use by mistake, and the declared names that they mean. It is a symbol, so
 * it is not part of the description.
 */
export const MISTAKEN_NAMES = Symbol('mistaken names')
